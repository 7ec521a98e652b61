import {
  type Claim,
  type Completion,
  type EpochMs,
  type IdempotencyRecord,
  KeyHeld,
  type KeyRef,
  type OneTransactionStore,
  type RetakingStore,
} from './records.ts'
import { entryOf, type Resolver } from './resolver.ts'

export type MemoryRecords = RetakingStore<unknown> & OneTransactionStore<unknown> & Resolver<unknown>

/**
 * Records in memory, for tests and for effects in memory. They do not protect a write that outlives the process. The
 * transaction of the host is ignored.
 */
export function memoryRecords(): MemoryRecords {
  const records = new Map<string, IdempotencyRecord>()
  return { ...recordsIn(records), ...resolverOf(records) }
}

function recordsIn(records: Map<string, IdempotencyRecord>): RetakingStore<unknown> & OneTransactionStore<unknown> {
  const holds = (claim: Claim) => {
    const record = records.get(slot(claim))
    return record?.id === claim.id && record.state === 'executing' ? record : undefined
  }
  const expired = (record: IdempotencyRecord | undefined, now: EpochMs) =>
    record?.state === 'completed' && record.expiresAt <= now

  return {
    async claim(claim) {
      const held = records.get(slot(claim))
      if (held === undefined) records.set(slot(claim), { ...claim, state: 'executing' })
      return held
    },
    async claimWithin(_tx, claim) {
      if (records.has(slot(claim))) throw new KeyHeld('record')
    },
    async completeWithin(_tx, claim, completion) {
      if (records.has(slot(claim))) return false
      records.set(slot(claim), { ...claim, state: 'completed', ...completion })
      return true
    },
    async read(ref) {
      return records.get(slot(ref))
    },
    async find(ref) {
      return records.get(slot(ref))
    },
    async renew(claim, leaseUntil) {
      const record = holds(claim)
      if (record === undefined) return false
      records.set(slot(claim), { ...record, leaseUntil })
      return true
    },
    async release(claim) {
      if (holds(claim) !== undefined) records.delete(slot(claim))
    },
    async complete(_tx, claim, completion: Completion) {
      const record = holds(claim)
      if (record === undefined) return false
      records.set(slot(claim), { ...record, state: 'completed', ...completion })
      return true
    },
    async removeExpired(ref, now) {
      if (expired(records.get(slot(ref)), now)) records.delete(slot(ref))
    },
    async purge(now) {
      const ended = [...records].filter(([, record]) => expired(record, now))
      for (const [key] of ended) records.delete(key)
      return ended.length
    },
    async retake(lapsed, next) {
      const record = holds(lapsed)
      if (record === undefined || record.leaseUntil > next.claimedAt) return false
      const { asGiven: _, ...claim } = next
      records.set(slot(lapsed), { ...claim, ...(record.asGiven && { asGiven: record.asGiven }), state: 'executing' })
      return true
    },
  }
}

function resolverOf(records: Map<string, IdempotencyRecord>): Resolver<unknown> {
  const withId = (id: string) => [...records.values()].find((record) => record.id === id)
  return {
    async list({ status, now, limit }) {
      return [...records.values()]
        .map((record) => entryOf(record, now))
        .filter((entry) => status === undefined || entry.status === status)
        .sort(({ record: a }, { record: b }) => b.claimedAt - a.claimedAt || (a.id < b.id ? 1 : -1))
        .slice(0, limit)
    },
    async inspect(id, now) {
      const record = withId(id)
      return record && entryOf(record, now)
    },
    async resolve(id, as, at) {
      const record = withId(id)
      if (record === undefined) return { kind: 'missing' }
      const entry = entryOf(record, at)
      if (entry.status !== 'blocked') return { kind: 'not_blocked', entry }
      if (as === 'executed') records.set(slot(record), { ...record, state: 'resolved_executed', resolvedAt: at })
      else records.delete(slot(record))
      const { owner, key, operation } = record
      return { kind: 'resolved', request: { owner, key, operation } }
    },
  }
}

const slot = ({ owner, key }: KeyRef) => `${owner}\n${key}`
