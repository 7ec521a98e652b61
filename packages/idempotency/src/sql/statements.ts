import type { RecordStatus } from '../resolver.ts'
import type { Tables } from './tables.ts'

const COLUMNS = [
  'id',
  'owner',
  'key',
  'operation',
  'fingerprint',
  'given_fingerprint',
  'meant',
  'state',
  'claimed_at',
  'lease_until',
  'completed_at',
  'expires_at',
  'result',
  'resolved_at',
]

/**
 * The statements of a store, for both databases. Each `?` is one value, in the order of the text.
 *
 * Renewals have a table of their own: a serializable transaction could not complete a claim whose row was renewed after it began.
 */
export function statementsOn({ records, renewals }: Tables) {
  const joined = `select ${COLUMNS.map((column) => `r.${column}`).join(', ')}, n.lease_until as renewed_until
    from ${records} r left join ${renewals} n on n.claim_id = r.id`
  const lapsed = `state = 'executing' and lease_until <= ?
    and not exists (select 1 from ${renewals} where claim_id = ${records}.id and ${renewals}.lease_until > ?)`
  const expired = `delete from ${records} where state = 'completed' and expires_at <= ?`
  const lease = 'coalesce(n.lease_until, r.lease_until)'
  return {
    /** id, owner, key, operation, fingerprint, given_fingerprint, meant, claimed_at, lease_until */
    claim: `insert into ${records}
      (id, owner, key, operation, fingerprint, given_fingerprint, meant, claimed_at, lease_until, state)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'executing') on conflict (owner, key) do nothing`,
    /** owner, key */
    find: `${joined} where r.owner = ? and r.key = ?`,
    /** id */
    inspect: `${joined} where r.id = ?`,
    /** lease_until, id */
    renew: `insert into ${renewals} (claim_id, lease_until)
      select id, cast(? as bigint) from ${records} where id = ? and state = 'executing'
      on conflict (claim_id) do update set lease_until = excluded.lease_until`,
    /** id */
    release: `delete from ${records} where id = ? and state = 'executing'`,
    /** result, completed_at, expires_at, id */
    complete: `update ${records} set state = 'completed', result = ?, completed_at = ?, expires_at = ?
      where id = ? and state = 'executing'`,
    /** now, owner, key */
    removeExpired: `${expired} and owner = ? and key = ?`,
    /** now */
    purge: expired,
    purgeRenewals: `delete from ${renewals} where claim_id not in (select id from ${records} where state = 'executing')`,
    /** next id, claimed_at, lease_until, lapsed id, now, now */
    retake: (locking = '') => `update ${records} set id = ?, claimed_at = ?, lease_until = ?
      where id = (select id from ${records} where id = ? and ${lapsed}${locking})`,
    /** at, id, at, at */
    keepAsExecuted: `update ${records} set state = 'resolved_executed', resolved_at = ?
      where id = ? and ${lapsed} returning owner, key, operation`,
    /** id, at, at */
    free: `delete from ${records} where id = ? and ${lapsed} returning owner, key, operation`,
    /** The values of `listValues`, then the limit. */
    list: (status: RecordStatus | undefined) => `${joined} ${where(status, lease)}
      order by r.claimed_at desc, r.id desc limit ?`,
  }
}

export type Statements = ReturnType<typeof statementsOn>

function where(status: RecordStatus | undefined, lease: string): string {
  switch (status) {
    case undefined:
      return ''
    case 'blocked':
      return `where r.state = 'executing' and ${lease} <= ?`
    case 'executing':
      return `where r.state = 'executing' and ${lease} > ?`
    case 'completed':
      return `where r.state = 'completed'`
    case 'resolved_executed':
      return `where r.state = 'resolved_executed'`
  }
}

/** The values of the statement `list` before its limit. */
export function listValues(status: RecordStatus | undefined, now: number): readonly number[] {
  return status === 'blocked' || status === 'executing' ? [now] : []
}
