// `npm start`: installs and builds a fresh clone, then starts the service; a built clone starts immediately. The toolchain is on PATH.
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']
const NOTICE_AFTER_MS = 2_000

if (!installed()) await run('Installing', 'pnpm', ['install', '--frozen-lockfile', '--reporter=append-only'])
await run('Building', 'turbo', ['run', 'build', '--filter=./apps/*', '--output-logs=errors-only'], {
  TURBO_TELEMETRY_DISABLED: '1',
})

const server = spawn(process.execPath, ['apps/api-server/dist/main.js'], {
  stdio: 'inherit',
  env: { DEMO: '1', ...process.env, FOOTFALL_WELCOME: '1' },
})
// npm may exit without forwarding the signal, so it is forwarded here; the exit code is that of the service.
for (const signal of SIGNALS) process.on(signal, () => server.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM'))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** Whether the last install is at least as recent as the lockfile. */
function installed() {
  const marker = 'node_modules/.modules.yaml'
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync('pnpm-lock.yaml').mtimeMs
}

/** Runs a step. A step that takes long says so, and one that fails prints everything that it wrote. */
async function run(what, command, args, env = {}) {
  const bin = command === 'turbo' ? 'node_modules/.bin/turbo' : command
  const started = performance.now()
  const notice = setTimeout(() => console.log(`${what} takes a few minutes the first time.`), NOTICE_AFTER_MS)
  const child = spawn(bin, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } })
  const end = () => child.kill('SIGTERM')
  for (const signal of SIGNALS) process.on(signal, end)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const status = await new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
  clearTimeout(notice)
  for (const signal of SIGNALS) process.off(signal, end)
  if (status !== 0) {
    console.error(`${output}\n${what} failed; see above.`)
    process.exit(status)
  }
  const seconds = (performance.now() - started) / 1000
  if (seconds > 2) console.log(`${what} took ${seconds.toFixed(1)} s.`)
}
