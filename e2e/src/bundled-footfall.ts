import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { freePort, until } from './server-process.ts'

const execute = promisify(execFile)

export interface BundledService {
  readonly url: string
  /** Sends SIGTERM and returns the exit code; null if the signal ended the process. */
  stop(): Promise<number | null>
}

/** The command of a bundle or of the package as its user runs it: in an empty environment, but for the settings that are given. */
export interface BundledFootfall {
  run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<{ readonly stdout: string }>
  /** What a command prints with `--json`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read results of many shapes
  json(dataDir: string, ...args: readonly string[]): Promise<any>
  /** Starts the service, and does not wait for it. */
  start(dataDir: string): Promise<BundledService>
  /** Starts the service, and waits until it is ready. */
  serve(dataDir: string): Promise<BundledService>
  /** Ends whatever still runs. */
  end(): void
}

export function bundledFootfall(file: string, settings: Readonly<Record<string, string>> = {}): BundledFootfall {
  const started: ChildProcess[] = []
  const run: BundledFootfall['run'] = (args, env) => execute(file, args, { cwd: '/', env: { ...settings, ...env } })

  async function start(dataDir: string): Promise<BundledService & { readonly failure: () => string | undefined }> {
    const port = String(await freePort())
    const env = { ...settings, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'warn', RATE_LIMIT_REQUESTS: '0' }
    const child = spawn(file, ['serve'], { cwd: '/', env, stdio: ['ignore', 'ignore', 'pipe'] })
    started.push(child)
    let printed = ''
    child.stderr.on('data', (chunk) => {
      printed += chunk
    })
    return {
      url: `http://127.0.0.1:${port}`,
      failure: () => (child.exitCode === null ? undefined : `The service ended with ${child.exitCode}: ${printed}`),
      async stop() {
        if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
        child.kill('SIGTERM')
        await once(child, 'exit')
        return child.exitCode
      },
    }
  }

  return {
    run,
    json: async (dataDir, ...args) => JSON.parse((await run([...args, '--json'], { DATA_DIR: dataDir })).stdout),
    start,
    async serve(dataDir) {
      const service = await start(dataDir)
      const isReady = () => {
        const failure = service.failure()
        if (failure !== undefined) throw new Error(failure)
        return fetch(`${service.url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      }
      await until('the service to be ready', isReady)
      return service
    },
    end() {
      for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    },
  }
}
