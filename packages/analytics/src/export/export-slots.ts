import { type EngineShare, RateLimited } from '@footfall/core-domain'

/** How many exports may be under way at once. */
export interface ExportSlotsOptions {
  /** In all. Each holds a slice of events in memory. */
  readonly running: number
  /** Of them, those that are files on the disk, which also has to keep events that were just acknowledged. */
  readonly files: number
  /** On the products of one account, so that none takes all slots by inviting people. */
  readonly perAccount: number
  /** Of these, files on the disk: fewer than `files`, so that no account takes all of them. */
  readonly filesPerAccount: number
  readonly perPerson: number
}

export interface ExportSlots {
  /** Throws `RateLimited` if `take` would. */
  assertFree(share: EngineShare, file: boolean): void
  /** Takes a slot and returns a function that frees it. */
  take(share: EngineShare, file: boolean): () => void
}

const AGAIN_SECONDS = 60
const OWN = 'You have as many exports running as one person may have. Wait until one of them has ended.'
const OF_OTHERS = 'As many exports are running as the service allows at the same time. Try again in a minute.'

export function exportSlots(limits: ExportSlotsOptions): ExportSlots {
  const accounts = counters()
  const filesOf = counters()
  const people = counters()
  let running = 0
  let files = 0
  const personOf = ({ account, person }: EngineShare) => `${account} ${person}`
  const assertFree = (share: EngineShare, file: boolean) => {
    if (people.of(personOf(share)) >= limits.perPerson) throw new RateLimited(AGAIN_SECONDS, { detail: OWN })
    const full =
      running >= limits.running ||
      (file && (files >= limits.files || filesOf.of(share.account) >= limits.filesPerAccount)) ||
      accounts.of(share.account) >= limits.perAccount
    if (full) throw new RateLimited(AGAIN_SECONDS, { detail: OF_OTHERS })
  }
  const count = (share: EngineShare, file: boolean, by: 1 | -1) => {
    running += by
    if (file) {
      files += by
      filesOf.add(share.account, by)
    }
    accounts.add(share.account, by)
    people.add(personOf(share), by)
  }
  return {
    assertFree,
    take(share, file) {
      assertFree(share, file)
      count(share, file, 1)
      return () => count(share, file, -1)
    },
  }
}

/** Counts by name; a name whose count is 0 is removed. */
function counters() {
  const counts = new Map<string, number>()
  const of = (name: string) => counts.get(name) ?? 0
  return {
    of,
    add(name: string, by: 1 | -1) {
      const left = of(name) + by
      if (left === 0) counts.delete(name)
      else counts.set(name, left)
    },
  }
}
