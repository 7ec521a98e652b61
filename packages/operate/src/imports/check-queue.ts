import { CallerGone, InvalidRequest, MINUTE_MS, Overloaded } from '@footfall/core-domain'

interface CheckQueueOptions {
  /** How many files may be uploading, waiting or in a check, in total and of one account. */
  readonly places: number
  readonly placesPerAccount: number
  /** The longest time that one file can keep others waiting. */
  readonly checkMs: number
}

/** A file of one account, from its first byte to the end of its check. */
export interface CheckPlace {
  /**
   * Does the work when no other file is being checked. Throws `CallerGone` once the signal is aborted. The signal that the work
   * gets is also aborted after `checkMs`, and the file is rejected.
   */
  inTurn<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  release(): void
}

export interface CheckQueue {
  /** Throws `Overloaded` if the account has a file in the queue, or the queue is full. */
  take(account: string): CheckPlace
}

const DEFAULTS: CheckQueueOptions = { places: 16, placesPerAccount: 1, checkMs: 10 * MINUTE_MS }
const RETRY_AFTER_SECONDS = 30

/** Checks files one at a time, first come, first served: a check uses a processor, and events and reports need the others. */
export function checkQueue(options: Partial<CheckQueueOptions> = {}): CheckQueue {
  const { places, placesPerAccount, checkMs } = { ...DEFAULTS, ...options }
  const taken = new Map<string, number>()
  const waiting = new Set<() => void>()
  let total = 0
  let isBusy = false

  function startNext(): void {
    const [next] = waiting
    if (next === undefined) isBusy = false
    else next()
  }

  function waitForTurn(signal: AbortSignal): Promise<void> {
    if (!isBusy) {
      isBusy = true
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const end = () => {
        waiting.delete(begin)
        signal.removeEventListener('abort', leave)
      }
      const begin = () => {
        end()
        resolve()
      }
      const leave = () => {
        end()
        reject(new CallerGone(signal.reason))
      }
      waiting.add(begin)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  async function inTurn<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (signal.aborted) throw new CallerGone(signal.reason)
    await waitForTurn(signal)
    const tooLong = AbortSignal.timeout(checkMs)
    try {
      return await work(AbortSignal.any([signal, tooLong]))
    } catch (error) {
      if (signal.aborted) throw new CallerGone(signal.reason)
      if (tooLong.aborted) throw new InvalidRequest([{ path: 'file', message: tooLongMessage(checkMs) }])
      throw error
    } finally {
      startNext()
    }
  }

  return {
    take(account) {
      const own = taken.get(account) ?? 0
      if (own >= placesPerAccount) throw new Overloaded(OWN_FILE, RETRY_AFTER_SECONDS)
      if (total >= places) throw new Overloaded(MANY_FILES, RETRY_AFTER_SECONDS)
      taken.set(account, own + 1)
      total++
      let isReleased = false
      return {
        inTurn,
        release() {
          if (isReleased) return
          isReleased = true
          total--
          const left = (taken.get(account) ?? 1) - 1
          if (left === 0) taken.delete(account)
          else taken.set(account, left)
        },
      }
    },
  }
}

const OWN_FILE =
  'Another file of the account that owns the product is being uploaded or checked; try again when that is done.'
const MANY_FILES = 'Too many files are being checked; try again shortly.'

function tooLongMessage(checkMs: number): string {
  return `takes more than ${checkMs / MINUTE_MS} minutes to check; split it by days, or import it on the command line`
}
