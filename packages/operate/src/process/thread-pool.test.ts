import { spawnSync } from 'node:child_process'
import { getPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const MODULE = fileURLToPath(new URL('./thread-pool.ts', import.meta.url))
/** Prints the priority of each thread of the pool, by the name that Linux shows. */
const PRIORITIES = `
  import { readdirSync, readFileSync } from 'node:fs'
  import { reserveThreads } from ${JSON.stringify(MODULE)}
  await reserveThreads()
  const stats = readdirSync('/proc/self/task').map((id) => readFileSync(\`/proc/self/task/\${id}/stat\`, 'utf8'))
  const ofPool = stats.filter((stat) => stat.includes('(libuv-worker)'))
  console.log(JSON.stringify(ofPool.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]))))
`
const priorities = (env: Record<string, string>): readonly number[] => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', PRIORITIES], {
    env,
    encoding: 'utf8',
  })
  return JSON.parse(stdout)
}

it.runIf(process.platform === 'linux')('reserves more background threads than the embedded engine can hold', () => {
  expect(priorities({})).toHaveLength(12)
})

it.runIf(process.platform === 'linux')('leaves the number of background threads to an operator who sets it', () => {
  expect(priorities({ UV_THREADPOOL_SIZE: '5' })).toHaveLength(5)
})

it.runIf(process.platform === 'linux' && getPriority() < 10)(
  'gives background threads, and so the embedded engine, a lower priority than requests',
  () => {
    expect(new Set(priorities({}))).toEqual(new Set([10]))
  },
)
