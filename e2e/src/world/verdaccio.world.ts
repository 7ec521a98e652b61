import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@footfall/testkit'
import { afterEach, expect, it } from 'vitest'
import { PUBLISHED } from '../packages-tarballs.ts'
import { installAndUse, publishAll } from '../release/use-package.ts'
import { temporaryDirectory, until } from '../server-process.ts'

const run = promisify(execFile)
/** Its tree has 327 packages and 58 MB, so only this test installs it. */
const VERDACCIO = { name: 'verdaccio', version: '6.8.0', overrides: { 'node-fetch': '2.7.0' } }
/** The largest package is sent as 22 MB: it has the dashboard in seven languages and the documentation. Verdaccio takes 10 MB by default. */
const CONFIG = `storage: ./storage
max_body_size: 50mb
packages:
  '**': { access: $all, publish: $all }
log: { type: stdout, format: json, level: error }
`

const running: ChildProcess[] = []
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
})

it('Verdaccio takes every package of a release, and an empty project installs one from it and uses it', async () => {
  const directory = await temporaryDirectory()
  try {
    const { name, version, overrides } = VERDACCIO
    const place = join(directory.path, 'registry')
    await mkdir(place)
    await writeFile(join(place, 'package.json'), JSON.stringify({ private: true, overrides }))
    await writeFile(join(place, 'config.yaml'), CONFIG)
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`], { cwd: place })
    const port = await freePort()
    const bin = join(place, 'node_modules/verdaccio/bin/verdaccio')
    running.push(
      spawn(process.execPath, [bin, '--config', 'config.yaml', '--listen', `127.0.0.1:${port}`], {
        cwd: place,
        stdio: 'ignore',
      }),
    )
    const url = `http://127.0.0.1:${port}/`
    const answers = () =>
      fetch(`${url}-/ping`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until('Verdaccio', answers, 60_000)
    const published = await publishAll(url, directory.path)
    expect(published.match(/is published/g)).toHaveLength(PUBLISHED.length + 1)
    expect(await publishAll(url, directory.path)).not.toContain('is published')
    expect(await installAndUse(url, directory.path)).toBe('true')
  } finally {
    await directory.remove()
  }
})
