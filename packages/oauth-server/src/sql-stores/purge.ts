import type { EpochMs } from '../records.ts'
import { change, type Steps } from './steps.ts'
import type { Tables } from './tables.ts'

/** Removes what has expired and is no longer needed, as the port lists it; returns the number of records. */
export function* purge(tables: Tables, now: EpochMs): Steps<number> {
  const { clients, consents, codes, devices, connections, accessTokens, refreshTokens } = tables
  const ended = `connection_id in (select id from ${connections} where expires_at <= ?)`
  // What belongs to a connection goes before the connection, so that it is counted.
  let removed = yield* change(`delete from ${consents} where expires_at <= ?`, now)
  removed += yield* change(`delete from ${devices} where expires_at <= ?`, now)
  removed += yield* change(`delete from ${accessTokens} where expires_at <= ? or ${ended}`, now, now)
  removed += yield* change(`delete from ${refreshTokens} where ${ended}`, now)
  removed += yield* change(`delete from ${codes} where expires_at <= ? and consumed_at is null`, now)
  removed += yield* change(`delete from ${codes} where consumed_at is not null and ${ended}`, now)
  removed += yield* change(`delete from ${connections} where expires_at <= ?`, now)
  removed += yield* change(
    `delete from ${codes} where expires_at <= ? and consumed_at is not null
     and not exists (select 1 from ${connections} where ${connections}.id = ${codes}.connection_id)`,
    now,
  )
  removed += yield* change(`delete from ${clients} where expires_at <= ?`, now)
  return removed
}
