import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openTestEngine } from '../test-support/index.ts'
import { ENGINE_NICE } from './thread-priority.ts'

/** The priorities of the threads of this process that run statements, by their names. */
function prioritiesOfStatements(): readonly string[] {
  return readdirSync('/proc/self/task').flatMap((id) => {
    const stat = statOf(id)
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    // The priority is the seventeenth field after the name.
    return name.startsWith('Query') ? [stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] ?? ''] : []
  })
}

function statOf(thread: string): string {
  try {
    return readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
  } catch {
    return 'ended since it was listed'
  }
}

it.runIf(process.platform === 'linux' && getPriority() < ENGINE_NICE)(
  'runs statements of the embedded engine with a lower priority than the thread that answers requests',
  async () => {
    const engine = await openTestEngine()
    const seen = new Set<string>()
    let isDone = false
    const statement = engine
      .rows('SELECT count() FROM numbers_mt(400000000) WHERE cityHash64(number) % 7 = 3')
      .finally(() => {
        isDone = true
      })
    while (!isDone) {
      for (const priority of prioritiesOfStatements()) seen.add(priority)
      await nextTurn()
    }
    await statement
    await engine.close()
    expect(seen).toEqual(new Set([String(ENGINE_NICE)]))
  },
)
