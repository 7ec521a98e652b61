import { getPriority } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openTestEngine, threads } from '../test-support/index.ts'
import { ENGINE_NICE } from './thread-priority.ts'

it.runIf(process.platform === 'linux' && getPriority() < ENGINE_NICE)(
  'runs statements of the embedded engine with a lower priority than the thread that answers requests',
  async () => {
    const engine = await openTestEngine()
    const seen = new Set<number>()
    let isDone = false
    const statement = engine
      .rows('SELECT count() FROM numbers_mt(400000000) WHERE cityHash64(number) % 7 = 3')
      .finally(() => {
        isDone = true
      })
    while (!isDone) {
      for (const { name, nice } of threads()) if (name.startsWith('Query')) seen.add(nice)
      await nextTurn()
    }
    await statement
    await engine.close()
    expect(seen).toEqual(new Set([ENGINE_NICE]))
  },
)
