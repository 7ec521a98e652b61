import type { Claim, Completion, EpochMs, IdempotencyRecord, KeyRef, RecordStore } from './records.ts'

/**
 * Records in memory, for tests and for effects in memory. They do not protect a write that outlives the process. The
 * transaction of the host is ignored.
 */
export function memoryRecords(): RecordStore<unknown> {
  const records = new Map<string, IdempotencyRecord>()
  const slot = ({ owner, key }: KeyRef) => `${owner}\n${key}`
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
  }
}
