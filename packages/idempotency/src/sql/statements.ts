import type { RecordStatus } from '../resolver.ts'
import { type SqlOptions, tablesOf } from './tables.ts'

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
const columnsOf = (alias: string) => COLUMNS.map((column) => `${alias}.${column}`).join(', ')

/**
 * The statements of a store. Each `?` is one value, in the order of the text.
 *
 * Renewals have their own table: a serializable transaction could not complete a claim whose row was renewed after it began.
 */
export function statementsOn(options: SqlOptions) {
  const { records, renewals } = tablesOf(options)
  const isPostgres = options.dialect === 'postgres'
  const from = `from ${records} r left join ${renewals} n on n.claim_id = r.id`
  const joined = `select ${columnsOf('r')}, n.lease_until as renewed_until ${from}`
  const lapsed = `state = 'executing' and lease_until <= ?
    and not exists (select 1 from ${renewals} where claim_id = ${records}.id and ${renewals}.lease_until > ?)`
  const expired = `delete from ${records} where state = 'completed' and expires_at <= ?`
  const lease = 'coalesce(n.lease_until, r.lease_until)'
  const insertClaim = (state: string) => `insert into ${records}
      (id, owner, key, operation, fingerprint, given_fingerprint, meant, claimed_at, lease_until, state)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ${state}) on conflict (owner, key) do nothing`
  return {
    /** id, owner, key, operation, fingerprint, given_fingerprint, meant, claimed_at, lease_until */
    claim: insertClaim("'executing'"),
    /** The longest wait for the key in milliseconds, as text, then the same. For PostgreSQL. */
    claimWithin: waitingAtMost(insertClaim),
    /** The values of `claim`, then result, completed_at, expires_at. For SQLite, whose transactions that write run one at a time. */
    insertCompleted: `insert into ${records}
      (id, owner, key, operation, fingerprint, given_fingerprint, meant, claimed_at, lease_until,
        result, completed_at, expires_at, state)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'completed') on conflict (owner, key) do nothing`,
    /** owner, key */
    isHeld: `select 1 from ${records} where owner = ? and key = ?`,
    /** The values of `claim`, then owner, key */
    claimOrFind: `with claimed as (${insertClaim("'executing'")} returning *)
      select ${columnsOf('c')}, cast(null as bigint) as renewed_until, true as claimed from claimed c
      union all
      select ${columnsOf('r')}, n.lease_until, false ${from} where r.owner = ? and r.key = ?`,
    /** owner, key. Without the renewals, which only a running claim has: SQLite prepares a join again for every value. */
    findUnrenewed: `select ${columnsOf('r')}, null as renewed_until from ${records} r where owner = ? and key = ?`,
    /** owner, key. The lock waits for a transaction that changes the row; SQLite has one writer. */
    find: `${joined} where r.owner = ? and r.key = ?${isPostgres ? ' for share of r' : ''}`,
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
    purgeRenewals: `delete from ${renewals}
      where not exists (select 1 from ${records} where id = claim_id and state = 'executing')`,
    /**
     * next id, claimed_at, lease_until, lapsed id, now, now. A row that is locked is being completed; what comes of that is known when
     * it is asked for again.
     */
    retake: `update ${records} set id = ?, claimed_at = ?, lease_until = ?
      where id = (select id from ${records} where id = ? and ${lapsed}${isPostgres ? ' for update skip locked' : ''})`,
    /** at, id, at, at */
    keepAsExecuted: `update ${records} set state = 'resolved_executed', resolved_at = ?
      where id = ? and ${lapsed} returning owner, key, operation`,
    /** id, at, at */
    free: `delete from ${records} where id = ? and ${lapsed} returning owner, key, operation`,
    /** The values of `statusValues`, then the limit. */
    list: (status: RecordStatus | undefined) => `${joined}${where(status, lease)}
      order by r.claimed_at desc, r.id desc limit ?`,
    /** The values of `statusValues`. */
    count: (status: RecordStatus | undefined) => `select count(*) as total ${from}${where(status, lease)}`,
  }
}

export type Statements = ReturnType<typeof statementsOn>

/** The setting lasts until the end of the transaction. PostgreSQL runs its expression only if it is used. */
function waitingAtMost(insertClaim: (state: string) => string): string {
  return `with waiting as (select set_config('lock_timeout', ?, true) as most)
    ${insertClaim("(select 'executing' from waiting where most is not null)")}`
}

function where(status: RecordStatus | undefined, lease: string): string {
  switch (status) {
    case undefined:
      return ''
    case 'blocked':
      return ` where r.state = 'executing' and ${lease} <= ?`
    case 'executing':
      return ` where r.state = 'executing' and ${lease} > ?`
    case 'completed':
      return ` where r.state = 'completed'`
    case 'resolved_executed':
      return ` where r.state = 'resolved_executed'`
  }
}

/** The values of a statement about records with this status. */
export function statusValues(status: RecordStatus | undefined, now: number): readonly number[] {
  return status === 'blocked' || status === 'executing' ? [now] : []
}
