import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, jsonOf, type TemporaryDirectory, temporaryDirectory, until } from '../server-process.ts'
import { PATH } from './parts.ts'

export interface Series {
  readonly metric: Readonly<Record<string, string>>
}

/** The Prometheus that Debian ships. */
export interface Prometheus {
  /** The series of an expression in the last minute. Throws if Prometheus rejects it. */
  range(expression: string): Promise<readonly Series[]>
  /** Whether a process that is scraped has such a metric, also before it has a value. */
  has(metric: string): Promise<boolean>
  /** The names of the alerts that fire. */
  firing(): Promise<ReadonlySet<string>>
  stop(): Promise<void>
}

/** Starts it with files that are named in `config` relative to it, which may be JSON. */
export async function startPrometheus(config: object, files: Readonly<Record<string, object>>): Promise<Prometheus> {
  const directory = await temporaryDirectory()
  for (const [name, content] of Object.entries({ ...files, 'prometheus.yml': config }))
    await writeFile(join(directory.path, name), JSON.stringify(content))
  const url = `http://127.0.0.1:${await freePort()}`
  const child = start(directory, url)
  let printed = ''
  child.stderr?.on('data', (chunk) => {
    printed += chunk
  })
  await until('Prometheus to be ready', async () => {
    if (child.exitCode !== null) throw new Error(`Prometheus ended:\n${printed}`)
    return fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  const ask = async (path: string) => {
    const answer = await jsonOf(await fetch(`${url}/api/v1/${path}`))
    if (answer.status !== 'success') throw new Error(`${path}: ${answer.error}`)
    return answer.data
  }
  return {
    async range(expression) {
      const now = Date.now() / 1000
      const query = { query: expression, start: String(now - 60), end: String(now), step: '1' }
      return (await ask(`query_range?${new URLSearchParams(query)}`)).result
    },
    async has(metric) {
      return metric in (await ask(`metadata?${new URLSearchParams({ metric })}`))
    },
    async firing() {
      const alerts: readonly { state: string; labels: { alertname: string } }[] = (await ask('alerts')).alerts
      return new Set(alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname))
    },
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
      await directory.remove()
    },
  }
}

function start({ path }: TemporaryDirectory, url: string): ChildProcess {
  const args = [
    `--config.file=${join(path, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(path, 'data')}`,
    `--web.listen-address=${new URL(url).host}`,
  ]
  return spawn('prometheus', args, { cwd: path, env: { PATH }, stdio: ['ignore', 'ignore', 'pipe'] })
}
