import { CallerGone, type EngineShare, Overloaded } from '@footfall/core-domain'

/** How many callers may hold a slot at once, and how many may wait; any further caller is rejected at once. */
export interface SlotLimits {
  readonly running: number
  readonly waiting: number
}

export interface FairQueueOptions {
  /** In total. */
  readonly total: SlotLimits
  /** Of one owning account, however many people and credentials ask. */
  readonly account: SlotLimits
  /** Of one person on the products of one account. */
  readonly person: SlotLimits
  /** Slots that are left to the other accounts, however many are heavy users. */
  readonly heavy?: HeavyAccounts | undefined
  /** The message for a caller that is rejected. */
  readonly message: string
}

export interface HeavyAccounts {
  /** How many callers of them all may hold a slot at once. */
  readonly running: number
  has(account: string): boolean
}

export interface Waiting {
  readonly signal?: AbortSignal | undefined
  /** The longest wait. Without it, a wait has no limit. */
  readonly waitMs?: number | undefined
}

export interface FairQueue {
  /**
   * Waits for a slot and returns the function that releases it. Throws `Overloaded` when there is no room to wait or the wait
   * took too long, and `CallerGone` once the signal is aborted.
   */
  waitForSlot(share: EngineShare, waiting?: Waiting): Promise<() => void>
}

/** The queue as a whole, an account in it, a person of the account, or a credential of the person. */
interface Group {
  readonly limits: SlotLimits
  running: number
  waiting: number
  /** Entries that run or wait, in the order in which they last began or ended work. */
  readonly members: Map<string, Group>
  /** The waiting callers of a credential; first come, first served. */
  readonly callers: Set<() => void>
}

interface Member {
  readonly group: Group
  readonly of: Group
  readonly name: string
}

export const NO_LIMITS: SlotLimits = { running: Number.POSITIVE_INFINITY, waiting: Number.POSITIVE_INFINITY }

/**
 * Admits callers in turn: a free slot goes to the waiting account that was served least recently, within it to the person,
 * and within those to the credential. So however many tokens, links or members an account has, its queue delays
 * the other accounts only by its running work. A limit without shares, such as p-limit, is first come, first served.
 */
export function fairQueue({ total, account, person, heavy, message }: FairQueueOptions): FairQueue {
  const all = groupOf(total)

  function start(members: readonly Member[]): () => void {
    count(members, 1)
    let released = false
    return () => {
      if (released) return
      released = true
      count(members, -1)
      removeIdle(members)
      admitWaiting()
    }
  }

  function count(members: readonly Member[], by: 1 | -1): void {
    all.running += by
    for (const { group, of, name } of members) {
      group.running += by
      of.members.delete(name)
      of.members.set(name, group)
    }
  }

  function admitWaiting(): void {
    for (let admit = nextOfAll(); admit !== undefined; admit = nextOfAll()) admit()
  }

  function nextOfAll(): (() => void) | undefined {
    return nextCaller(all, (account) => !isHeldBack(account))
  }

  /** Whether heavy users hold all the slots that they may, and the account is one of them. */
  function isHeldBack(account: string): boolean {
    if (heavy?.has(account) !== true) return false
    let running = 0
    for (const [name, group] of all.members) if (heavy.has(name)) running += group.running
    return running >= heavy.running
  }

  function wait(members: readonly Member[], callers: Set<() => void>, { signal, waitMs }: Waiting) {
    return new Promise<() => void>((resolve, reject) => {
      const countWaiting = (by: 1 | -1) => {
        all.waiting += by
        for (const { group } of members) group.waiting += by
      }
      const stopWaiting = () => {
        callers.delete(admit)
        countWaiting(-1)
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const admit = () => {
        stopWaiting()
        resolve(start(members))
      }
      const stop = (error: Error) => {
        stopWaiting()
        removeIdle(members)
        reject(error)
      }
      const onAbort = () => stop(new CallerGone(signal?.reason))
      const timer = waitMs === undefined ? undefined : setTimeout(() => stop(new Overloaded(message)), waitMs)
      callers.add(admit)
      countWaiting(1)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }

  return {
    async waitForSlot(share, { signal, waitMs } = {}) {
      if (signal?.aborted) throw new CallerGone(signal.reason)
      const ofAccount = memberOf(all, share.account, account)
      const ofPerson = memberOf(ofAccount.group, share.person, person)
      const ofCredential = memberOf(ofPerson.group, share.credential, NO_LIMITS)
      const members = [ofAccount, ofPerson, ofCredential]
      const groups = [all, ...members.map(({ group }) => group)]
      if (groups.every(hasFreeSlot) && !isHeldBack(share.account)) return start(members)
      if (groups.some(({ waiting, limits }) => waiting >= limits.waiting)) {
        removeIdle(members)
        throw new Overloaded(message)
      }
      return wait(members, ofCredential.group.callers, { signal, waitMs })
    },
  }
}

function groupOf(limits: SlotLimits): Group {
  return { limits, running: 0, waiting: 0, members: new Map(), callers: new Set() }
}

function memberOf(of: Group, name: string, limits: SlotLimits): Member {
  const group = of.members.get(name) ?? groupOf(limits)
  of.members.set(name, group)
  return { group, of, name }
}

function hasFreeSlot({ running, limits }: Group): boolean {
  return running < limits.running
}

function nextCaller(group: Group, mayRun = (_name: string) => true): (() => void) | undefined {
  if (group.waiting === 0 && group.callers.size === 0) return undefined
  if (!hasFreeSlot(group)) return undefined
  for (const admit of group.callers) return admit
  for (const [name, member] of group.members) {
    const admit = mayRun(name) ? nextCaller(member) : undefined
    if (admit !== undefined) return admit
  }
  return undefined
}

/** From the credential to the account, so that empty groups are removed too. */
function removeIdle(members: readonly Member[]): void {
  for (const { group, of, name } of members.toReversed()) {
    if (group.running === 0 && group.waiting === 0) of.members.delete(name)
  }
}
