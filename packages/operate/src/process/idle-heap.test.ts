import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const MODULE = fileURLToPath(new URL('./idle-heap.ts', import.meta.url))

/** Fills and frees a heap in a separate process; the sizes of the heap before and after, in MiB. */
function released(busyShare: number): { readonly before: number; readonly after: number } {
  const script = `
    import { idleHeap } from ${JSON.stringify(MODULE)}
    const sizeMib = () => process.memoryUsage().heapTotal / 1024 ** 2
    let kept = []
    for (let i = 0; i < 2_000_000; i++) kept.push({ i })
    kept = undefined
    const before = sizeMib()
    await idleHeap(() => ${busyShare})()
    console.log(JSON.stringify({ before, after: sizeMib() }))
  `
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  return JSON.parse(stdout)
}

it('hands the free heap of an idle process back to the machine', () => {
  const { before, after } = released(0)
  expect(before - after).toBeGreaterThan(32)
})

it('leaves the heap of a busy process to its collector', () => {
  const { before, after } = released(0.5)
  expect(after).toBeGreaterThanOrEqual(before)
})
