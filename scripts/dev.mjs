// `pnpm dev`: runs the service from its sources and restarts it on every change, behind the dashboard with hot reload.
// The demo data in DATA_DIR is kept between restarts and between runs.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const pages = process.env.DEV_PAGES_PORT ?? '5173'
const service = process.env.PORT ?? '3000'
const environment = {
  DEMO: '1',
  // The browser opens the address of the dashboard, so cookies, links and the same-origin check use it.
  BASE_URL: `http://localhost:${pages}`,
  ...process.env,
  PORT: service,
  FOOTFALL_WELCOME: '1',
}

const children = [
  spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', '--conditions=footfall-source', 'apps/api-server/src/main.ts'],
    { stdio: 'inherit', env: environment },
  ),
  spawn('node_modules/.bin/vite', ['--port', pages, '--strictPort'], {
    cwd: 'apps/dashboard',
    stdio: 'inherit',
    env: { ...process.env, SERVICE_URL: `http://127.0.0.1:${service}` },
  }),
]

let ending = false
function end(code) {
  if (ending) return
  ending = true
  for (const child of children) child.kill('SIGTERM')
  process.exitCode = code
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
for (const child of children) {
  child.on('error', (error) => {
    console.error(error.message)
    end(1)
  })
  child.on('exit', (code) => end(code ?? 1))
}
