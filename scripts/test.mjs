// `npm test`: everything that must be green, in the order in which a failure is cheapest to learn of.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const bin = (name) => `node_modules/.bin/${name}`

const steps = [
  ['install', 'pnpm', ['install', '--frozen-lockfile', '--reporter=append-only']],
  ['format and lint', bin('biome'), ['check', '.']],
  ['build', bin('turbo'), ['run', 'build', 'build:types', '--output-logs=errors-only']],
  ['types', bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']],
  ['types of the dashboard', bin('tsc'), ['--noEmit', '-p', 'apps/dashboard']],
  [
    'boundaries',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.cjs', 'packages', 'apps', 'testkit', 'e2e', 'bench', 'docs'],
  ],
  ['dead code', bin('knip'), []],
  ['tests', bin('vitest'), ['run']],
]

for (const [name, command, args] of steps) {
  const started = performance.now()
  console.log(`\n▸ ${name}`)
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) {
    console.error(`✗ ${name} failed`)
    process.exit(status ?? 1)
  }
  console.log(`✓ ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}
