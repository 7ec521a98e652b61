import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setPriority } from 'node:os'
import process from 'node:process'

/** Six statements of the embedded engine at most, each of which holds a thread, and as many files, names and hashes at once. */
const THREADS = 12
/** The priority of these threads, as `nice` counts it; that of the thread that answers requests is 0. */
const NICE = 10
const THREADS_OF_LINUX = '/proc/self/task'

/**
 * Gives the process more threads for background work of Node, with a low priority. By default there are four: statements of the
 * embedded engine can hold them all, and the file in which events are made durable then waits until a report ends. The engine
 * computes on threads that have the priority of these, so that events and requests get a processor while it does. An executable
 * calls it before it loads anything else, because the first use decides. `UV_THREADPOOL_SIZE` takes precedence. Only Linux has
 * priorities of threads.
 */
export async function reserveThreads(): Promise<void> {
  process.env.UV_THREADPOOL_SIZE ??= String(THREADS)
  // The first use of the pool starts all its threads.
  const ids = await readdir(THREADS_OF_LINUX).catch(() => [])
  for (const id of ids) if (isOfPool(id)) giveWay(Number(id))
}

function isOfPool(id: string): boolean {
  try {
    return readFileSync(`${THREADS_OF_LINUX}/${id}/comm`, 'utf8').startsWith('libuv-worker')
  } catch {
    // It has ended.
    return false
  }
}

function giveWay(thread: number): void {
  try {
    setPriority(thread, NICE)
  } catch {
    // The process has a lower priority already.
  }
}
