/** What the client needs from its environment. All of it can be replaced. */
export interface Runtime {
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Ends after this time, or rejects when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** Random bytes, of which idempotency keys and the spread of retries are made. */
  readonly random: (bytes: number) => Uint8Array
}

export function runtimeOf(given: Partial<Runtime>): Runtime {
  return {
    // Browsers reject a `fetch` that is called as the method of another object.
    fetch: given.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    now: given.now ?? Date.now,
    sleep: given.sleep ?? sleep,
    random: given.random ?? ((bytes) => globalThis.crypto.getRandomValues(new Uint8Array(bytes))),
  }
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** The outcome of work that several callers share, for one of them: its signal ends only its own waiting. */
export function whileNotAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
