import { readdirSync, readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setPriority } from 'node:os'

/** The priority of the threads of the embedded engine, as `nice` counts it; that of the thread that answers requests is 0. */
export const ENGINE_NICE = 5

/** Only Linux has priorities of threads; elsewhere there is nothing to list. */
const THREADS_OF_LINUX = '/proc/self/task'

/**
 * Opens the embedded engine so that it computes with a lower priority than the thread that receives events and answers requests:
 * statements would otherwise keep that thread waiting for a processor. The engine computes on the threads of Node's pool, on those
 * that it starts when it opens, and on those that these start, which have the same priority.
 */
export async function atLowPriority<T>(open: () => Promise<T>): Promise<T> {
  // The first use of the pool starts all its threads.
  await stat('.').catch(() => undefined)
  const before = threadIds()
  giveWay(before.filter((id) => threadName(id).startsWith('libuv-worker')))
  const opened = await open()
  giveWay(threadIds().filter((id) => !before.includes(id)))
  return opened
}

function threadIds(): readonly number[] {
  try {
    return readdirSync(THREADS_OF_LINUX).map(Number)
  } catch {
    return []
  }
}

function threadName(id: number): string {
  try {
    return readFileSync(`${THREADS_OF_LINUX}/${id}/comm`, 'utf8')
  } catch {
    return ''
  }
}

function giveWay(ids: readonly number[]): void {
  for (const id of ids) {
    try {
      setPriority(id, ENGINE_NICE)
    } catch {
      // It has ended, or its priority is lower already.
    }
  }
}
