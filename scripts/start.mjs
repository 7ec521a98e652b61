// `npm start`: makes a fresh clone run, and an already built one start at once. The toolchain is on PATH already.
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
// npm may end without passing the signal on, so the service is told here, and its end decides ours.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM'))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** Whether the last install is as young as the lockfile. */
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
