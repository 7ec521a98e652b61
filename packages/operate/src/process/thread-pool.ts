import process from 'node:process'

/** Six statements of the embedded engine at most, each of which holds a thread, and as many files, names and hashes at once. */
const THREADS = 12

/**
 * Gives the process more threads for what Node does in the background. By default there are four: statements of the embedded
 * engine can hold them all, and the file in which events are made durable then waits until a report ends. An executable calls
 * it before it loads anything else, because the first use decides. `UV_THREADPOOL_SIZE` goes before it.
 */
export function reserveThreads(): void {
  process.env.UV_THREADPOOL_SIZE ??= String(THREADS)
}
