import {
  SEALED_TEXT_BEGINNING,
  type SealedPlace,
  type SealedRow,
  type SealedTextReader,
  type SealedTextRepository,
} from '@footfall/core-domain'
import { sql } from 'kysely'
import type { Executor } from '../connections/database.ts'

/** The columns of each place. `used` keeps rows out that nothing will read again. */
const COLUMNS = {
  authenticators: { id: 'account_id', owner: 'account_id', stored: 'sealed_secret', json: false, used: undefined },
  provider_connections: {
    id: 'product_id',
    owner: 'product_id',
    stored: 'refresh_token',
    json: false,
    used: undefined,
  },
  provider_leftovers: { id: 'id', owner: 'product_id', stored: 'refresh_token', json: false, used: undefined },
  shared_links: { id: 'id', owner: 'id', stored: 'sealed_secret', json: false, used: 'ended_at is null' },
  scheduled_reports: { id: 'id', owner: 'id', stored: 'target', json: true, used: undefined },
  alerts: { id: 'id', owner: 'id', stored: 'target', json: true, used: undefined },
  deliveries: { id: 'id', owner: 'source_id', stored: 'recipient', json: true, used: 'ended_at is null' },
} as const satisfies Readonly<Record<SealedPlace, unknown>>

export function sealedTextReader({ db }: Executor): SealedTextReader {
  return {
    async page(place, { exceptPrefix, after, limit }) {
      const { id, owner, stored, json, used } = COLUMNS[place]
      const column = sql.ref(stored)
      // The texts are base64url and the JSON is our own, so neither holds a character that `like` or JSON would escape,
      // except “_”, which stands for itself too.
      const beginning = (text: string) => (json ? `%"sealed_url":"${text}%` : `${text}%`)
      const { rows } = await sql<SealedRow>`
        select ${sql.lit(place)} as place, ${sql.ref(id)} as id, ${sql.ref(owner)} as owner, ${column} as stored
        from ${sql.table(place)}
        where ${sql.ref(id)} > ${after}
          and ${column} like ${beginning(SEALED_TEXT_BEGINNING)}
          and ${column} not like ${beginning(exceptPrefix)}
          ${used === undefined ? sql`` : sql`and ${sql.raw(used)}`}
        order by ${sql.ref(id)}
        limit ${limit}`.execute(db)
      return rows
    },
  }
}

export function sealedTextRepository(executor: Executor): SealedTextRepository {
  const { db } = executor
  return {
    ...sealedTextReader(executor),

    async replace({ place, id, stored }, replacement) {
      const columns = COLUMNS[place]
      const { rows } = await sql`
        update ${sql.table(place)} set ${sql.ref(columns.stored)} = ${replacement}
        where ${sql.ref(columns.id)} = ${id} and ${sql.ref(columns.stored)} = ${stored}
        returning ${sql.ref(columns.id)}`.execute(db)
      return rows.length > 0
    },
  }
}
