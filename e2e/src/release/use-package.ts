import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../deploy/files.ts'
import { cleanEnvironment } from '../packages-tarballs.ts'

const run = promisify(execFile)

/** The environment of npm with a registry, and a word that the registry takes for a sign-in. */
function npmEnvironment(registry: string, folder: string): NodeJS.ProcessEnv {
  const host = registry.replace(/^https?:/, '')
  return {
    ...cleanEnvironment(),
    npm_config_registry: registry,
    [`npm_config_${host}:_authToken`]: 'anything',
    npm_config_cache: join(folder, 'cache'),
    npm_config_userconfig: join(folder, 'npmrc'),
    npm_config_update_notifier: 'false',
  }
}

/** Publishes the packages of this commit, and the one that the package of the example needs. */
export async function publishAll(registry: string, folder: string): Promise<string> {
  await writeFile(join(folder, 'npmrc'), `${registry.replace(/^https?:/, '')}:_authToken=anything\n`)
  const env = npmEnvironment(registry, folder)
  const { stdout } = await run(process.execPath, ['scripts/release.mjs', 'packages', '--registry', registry], {
    cwd: ROOT,
    env,
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
}

/** The order of keys does not change what a request is. */
const USE = `import { fingerprint } from '@footfall/idempotency'
console.log(fingerprint({ a: 1, b: 2 }) === fingerprint({ b: 2, a: 1 }))
`

/** Installs a published package into an empty project, and runs a program with it. */
export async function installAndUse(registry: string, folder: string): Promise<string> {
  const env = npmEnvironment(registry, folder)
  const canonicalize = join(ROOT, 'packages/idempotency/node_modules/canonicalize')
  await run('npm', ['publish', canonicalize, '--registry', registry, '--ignore-scripts'], { cwd: folder, env })
  const project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
  await writeFile(join(project, 'use.js'), USE)
  await run('npm', ['install', '--no-audit', '--no-fund', '@footfall/idempotency'], { cwd: project, env })
  return (await run(process.execPath, ['use.js'], { cwd: project, env: cleanEnvironment() })).stdout.trim()
}
