// Writes every generated file of the repository from its sources: `pnpm generate`.
//
// The registries come first, since the reference and the dashboard's client are made from them; the API reports come last,
// since they read the declarations that a build writes.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const SOURCE = '--conditions=footfall-source'
const STEPS = [
  ['the registries', 'node', ['docs/tools/src/write-registry.ts']],
  ['the reference pages', 'node', [SOURCE, 'docs/tools/src/write.ts']],
  ['the client of the dashboard', 'pnpm', ['--filter', '@footfall/dashboard', 'generate']],
  ['the types of the client', 'node', [SOURCE, 'packages/client/scripts/main.ts']],
  ['the bundle of the GitHub action', 'pnpm', ['--filter', '@footfall/github-action', 'bundle']],
  ['the pages of MCP Apps', 'node', ['packages/mcp-tools/write-app-pages.ts']],
  ['declarations', 'node_modules/.bin/turbo', ['run', 'build:types', '--output-logs=errors-only']],
  ['the API reports', 'node', [SOURCE, 'e2e/src/api-reports/main.ts']],
]

for (const [name, command, options] of STEPS) {
  console.log(`▸ ${name}`)
  const { status } = spawnSync(command, options, { stdio: 'inherit' })
  if (status !== 0) {
    console.error(`Could not write ${name}.`)
    process.exit(1)
  }
}
