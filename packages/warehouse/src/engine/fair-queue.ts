import { AskerGone, Overloaded } from '@footfall/core-domain'

export interface FairQueueOptions {
  /** How much may run at once, in all and of one share. */
  readonly running: number
  readonly runningPerShare: number
  /** How much may wait, in all and of one share; what comes beyond that is refused at once. */
  readonly waiting: number
  readonly waitingPerShare: number
  /** What a caller who is refused is told. */
  readonly refusal: string
}

export interface Waiting {
  readonly signal?: AbortSignal | undefined
  /** The longest wait. Without it, waiting never ends by itself. */
  readonly waitMs?: number | undefined
}

export interface FairQueue {
  /**
   * Waits for a place and answers how to give it back. Throws `Overloaded` when there is no room to wait or the wait
   * took too long, and `AskerGone` once the signal is aborted.
   */
  enter(share: string, waiting?: Waiting): Promise<() => void>
}

interface Share {
  running: number
  /** In the order in which they came. */
  readonly waiting: Set<() => void>
}

/**
 * Admits work of several shares. Free places go round the shares that wait, so that one share with a long queue delays
 * each other share by its running work alone.
 */
export function fairQueue(options: FairQueueOptions): FairQueue {
  const { refusal } = options
  /** Those that run or wait, the one that last began or ended work at the end. */
  const shares = new Map<string, Share>()
  let running = 0
  let waiting = 0

  const hasPlace = (share: Share) => running < options.running && share.running < options.runningPerShare

  function start(name: string, share: Share): () => void {
    running++
    share.running++
    moveToEnd(name, share)
    let left = false
    return () => {
      if (left) return
      left = true
      running--
      share.running--
      moveToEnd(name, share)
      forgetIdle(name, share)
      admitWaiting()
    }
  }

  function moveToEnd(name: string, share: Share): void {
    shares.delete(name)
    shares.set(name, share)
  }

  function forgetIdle(name: string, share: Share): void {
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
      if (!hasPlace(share)) continue
      for (const admit of share.waiting) return admit
    }
    return undefined
  }

  function wait(name: string, share: Share, { signal, waitMs }: Waiting): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        share.waiting.delete(admit)
        waiting--
        clearTimeout(timer)
        signal?.removeEventListener('abort', gone)
      }
      const admit = () => {
        leave()
        resolve(start(name, share))
      }
      const refuse = (error: Error) => {
        leave()
        forgetIdle(name, share)
        reject(error)
      }
      const gone = () => refuse(new AskerGone(signal?.reason))
      const timer = waitMs === undefined ? undefined : setTimeout(() => refuse(new Overloaded(refusal)), waitMs)
      share.waiting.add(admit)
      waiting++
      signal?.addEventListener('abort', gone, { once: true })
    })
  }

  return {
    async enter(name, { signal, waitMs } = {}) {
      if (signal?.aborted) throw new AskerGone(signal.reason)
      const share = shares.get(name) ?? { running: 0, waiting: new Set() }
      if (share.waiting.size === 0 && hasPlace(share)) return start(name, share)
      if (waiting >= options.waiting || share.waiting.size >= options.waitingPerShare) throw new Overloaded(refusal)
      shares.set(name, share)
      return wait(name, share, { signal, waitMs })
    },
  }
}
