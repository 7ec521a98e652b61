// Publishes the packages to a registry of npm. A run that was interrupted is continued: what the registry has is left out.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export async function isPublished(registry, name, version) {
  const response = await fetch(`${registry.replace(/\/$/, '')}/${name.replace('/', '%2f')}`, {
    headers: { accept: 'application/json' },
  })
  if (response.status === 404) return false
  if (!response.ok) throw new Error(`${registry} answers ${response.status} for ${name}.`)
  return Object.hasOwn((await response.json()).versions ?? {}, version)
}

export async function publishPackages(root, packages, { registry, provenance, log }) {
  for (const { name, version, folder } of packages) {
    if (await isPublished(registry, name, version)) {
      log(`${name}@${version} is in the registry.`)
      continue
    }
    const packed = mkdtempSync(join(tmpdir(), 'footfall-release-'))
    try {
      await run('pnpm', ['pack', '--pack-destination', packed], join(root, folder))
      const [file] = readdirSync(packed)
      const options = ['--access', 'public', '--registry', registry, ...(provenance ? ['--provenance'] : [])]
      await run('npm', ['publish', join(packed, file), ...options], packed)
    } finally {
      rmSync(packed, { recursive: true, force: true })
    }
    log(`${name}@${version} is published.`)
  }
}

/** Asynchronous, so that connections to the registry that end meanwhile are noticed. */
async function run(command, args, cwd) {
  try {
    await promisify(execFile)(command, args, { cwd })
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')} failed: ${error.stderr || error.message}`)
  }
}
