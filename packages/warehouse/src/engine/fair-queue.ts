import { AskerGone, Overloaded } from '@footfall/core-domain'

export interface FairQueueOptions {
  /** How many callers may hold a slot at once, in all and of one share. */
  readonly running: number
  readonly runningPerShare: number
  /** How many callers may wait, in all and of one share; any further caller is refused at once. */
  readonly waiting: number
  readonly waitingPerShare: number
  /** The message for a caller that is refused. */
  readonly refusal: string
}

export interface Waiting {
  readonly signal?: AbortSignal | undefined
  /** The longest wait. Without it, a wait has no limit. */
  readonly waitMs?: number | undefined
}

export interface FairQueue {
  /**
   * Waits for a slot and returns the function that releases it. Throws `Overloaded` when there is no room to wait or the wait
   * took too long, and `AskerGone` once the signal is aborted.
   */
  waitForSlot(share: string, waiting?: Waiting): Promise<() => void>
}

interface Share {
  running: number
  /** First come, first served within the share. */
  readonly waiting: Set<() => void>
}

/**
 * Admits callers of several shares. A free slot goes to the waiting share that was served least recently, so a share
 * with a long queue delays the others by its running work alone. A limit without shares, such as p-limit, is
 * first come, first served.
 */
export function fairQueue(options: FairQueueOptions): FairQueue {
  const { refusal } = options
  /** The shares that run or wait, in the order in which they last began or ended work. */
  const shares = new Map<string, Share>()
  let running = 0
  let waiting = 0

  const hasFreeSlot = (share: Share) => running < options.running && share.running < options.runningPerShare

  function start(name: string, share: Share): () => void {
    running++
    share.running++
    moveToEnd(name, share)
    let released = false
    return () => {
      if (released) return
      released = true
      running--
      share.running--
      moveToEnd(name, share)
      removeIfIdle(name, share)
      admitWaiting()
    }
  }

  function moveToEnd(name: string, share: Share): void {
    shares.delete(name)
    shares.set(name, share)
  }

  function removeIfIdle(name: string, share: Share): void {
    if (share.running === 0 && share.waiting.size === 0) shares.delete(name)
  }

  function admitWaiting(): void {
    while (running < options.running) {
      const admit = nextWaiting()
      if (admit === undefined) return
      admit()
    }
  }

  function nextWaiting(): (() => void) | undefined {
    for (const share of shares.values()) {
      if (!hasFreeSlot(share)) continue
      for (const admit of share.waiting) return admit
    }
    return undefined
  }

  function wait(name: string, share: Share, { signal, waitMs }: Waiting): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        share.waiting.delete(admit)
        waiting--
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const admit = () => {
        stopWaiting()
        resolve(start(name, share))
      }
      const refuse = (error: Error) => {
        stopWaiting()
        removeIfIdle(name, share)
        reject(error)
      }
      const onAbort = () => refuse(new AskerGone(signal?.reason))
      const timer = waitMs === undefined ? undefined : setTimeout(() => refuse(new Overloaded(refusal)), waitMs)
      share.waiting.add(admit)
      waiting++
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }

  return {
    async waitForSlot(name, { signal, waitMs } = {}) {
      if (signal?.aborted) throw new AskerGone(signal.reason)
      const share = shares.get(name) ?? { running: 0, waiting: new Set() }
      if (share.waiting.size === 0 && hasFreeSlot(share)) return start(name, share)
      if (waiting >= options.waiting || share.waiting.size >= options.waitingPerShare) throw new Overloaded(refusal)
      shares.set(name, share)
      return wait(name, share, { signal, waitMs })
    },
  }
}
