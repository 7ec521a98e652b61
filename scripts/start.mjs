// `npm start`: installs and builds a fresh clone, then starts the service; a built clone starts immediately. The toolchain is on PATH.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

if (!installed()) run('Installing', 'pnpm', ['install', '--frozen-lockfile', '--reporter=append-only'])
run('Building', 'turbo', ['run', 'build', '--filter=./apps/*', '--output-logs=errors-only'], {
  TURBO_TELEMETRY_DISABLED: '1',
})

const server = spawn(process.execPath, ['apps/api-server/dist/main.js'], {
  stdio: 'inherit',
  env: { DEMO: '1', ...process.env, FOOTFALL_WELCOME: '1' },
})
// npm may exit without forwarding the signal, so it is forwarded here; the exit code is that of the service.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM'))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** Whether the last install is at least as recent as the lockfile. */
function installed() {
  const marker = 'node_modules/.modules.yaml'
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync('pnpm-lock.yaml').mtimeMs
}

function run(what, command, args, env = {}) {
  const bin = command === 'turbo' ? 'node_modules/.bin/turbo' : command
  const started = performance.now()
  const { status } = spawnSync(bin, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  if (status !== 0) {
    console.error(`${what} failed; see above.`)
    process.exit(status ?? 1)
  }
  const seconds = (performance.now() - started) / 1000
  if (seconds > 2) console.log(`${what} took ${seconds.toFixed(1)} s.`)
}
