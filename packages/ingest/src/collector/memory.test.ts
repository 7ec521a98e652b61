import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const FILL = fileURLToPath(new URL('./test-support/fill-memory.ts', import.meta.url))
const MIB = 1024 ** 2

async function heapAfter(what: 'visits' | 'user-agents'): Promise<number> {
  const args = ['--conditions=footfall-source', '--expose-gc', FILL, what]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return Number(stdout) / MIB
}

it('live visits use no more memory than their limit, whatever clients send', async () => {
  // 16 MiB of visits and 4 MiB of shared texts. Without copies it would be 32 MiB.
  expect(await heapAfter('visits')).toBeLessThan(22)
})

it('caches of user agents use no more memory than their limits, however long the user agents are', async () => {
  // Two caches of 8 MiB. Without copies it would be 83 MiB.
  expect(await heapAfter('user-agents')).toBeLessThan(18)
})
