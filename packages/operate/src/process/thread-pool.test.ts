import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const MODULE = fileURLToPath(new URL('./thread-pool.ts', import.meta.url))
/** Counts the threads of Linux by their name; the first use of the pool starts all of them. */
const COUNT = `
  import { readdirSync, readFileSync } from 'node:fs'
  import { readFile } from 'node:fs/promises'
  import { reserveThreads } from ${JSON.stringify(MODULE)}
  reserveThreads()
  await readFile('/proc/self/comm')
  const names = readdirSync('/proc/self/task').map((id) => readFileSync(\`/proc/self/task/\${id}/comm\`, 'utf8'))
  console.log(names.filter((name) => name.startsWith('libuv-worker')).length)
`
const threads = (env: Record<string, string>) => {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', COUNT], { env, encoding: 'utf8' })
  return Number(stdout)
}

it.runIf(process.platform === 'linux')('reserves more background threads than the embedded engine can hold', () => {
  expect(threads({})).toBe(12)
})

it.runIf(process.platform === 'linux')('leaves the number of background threads to an operator who sets it', () => {
  expect(threads({ UV_THREADPOOL_SIZE: '5' })).toBe(5)
})
