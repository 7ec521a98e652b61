import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, temporaryDirectory, until } from '../server-process.ts'
import { readDeploy } from './files.ts'

/** The shipped Caddyfile needs 2.11.3: earlier versions lose the body of a request that they retry. */
const VERSION_MIN = [2, 11, 3] as const
export const isCaddyInstalled = isRecent(
  /^v?(\d+)\.(\d+)\.(\d+)/.exec(spawnSync('caddy', ['version'], { encoding: 'utf8' }).stdout ?? ''),
)

function isRecent(version: RegExpExecArray | null): boolean {
  if (version === null) return false
  const different = VERSION_MIN.findIndex((part, i) => Number(version[i + 1]) !== part)
  return different === -1 || Number(version[different + 1]) > (VERSION_MIN[different] ?? 0)
}

export interface Caddy {
  readonly url: string
  stop(): Promise<void>
}

/** Caddy with the shipped Caddyfile, in which only the addresses of the upstreams are replaced. */
export async function startCaddy(upstreams: Readonly<Record<string, string>>): Promise<Caddy> {
  const directory = await temporaryDirectory()
  const url = `http://127.0.0.1:${await freePort()}`
  const replaced = Object.entries(upstreams).reduce(
    (text, [name, address]) => text.replaceAll(name, address),
    readDeploy('Caddyfile'),
  )
  const config = join(directory.path, 'Caddyfile')
  await writeFile(config, `{\n\tadmin off\n}\n${replaced}`)
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
    env: { PATH: process.env.PATH, HOME: directory.path, XDG_DATA_HOME: directory.path, FOOTFALL_HOST: url },
    stdio: 'ignore',
  })
  await until('Caddy to listen', () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    url,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      await directory.remove()
    },
  }
}
