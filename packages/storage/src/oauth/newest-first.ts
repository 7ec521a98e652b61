import type { Page } from '@footfall/oauth-server'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Restricts a list, newest first by (time, id), to what follows the last entry of the previous page. */
export function isOlderThan(
  table: 'oauth_clients' | 'oauth_connections',
  time: string,
  { after }: Page,
): RawBuilder<SqlBool> {
  if (after === undefined) return sql<SqlBool>`true`
  const [from, instant, id] = [sql.table(table), sql.ref(time), sql.ref('id')]
  return sql<SqlBool>`(${instant}, ${id}) < (select ${instant}, ${id} from ${from} where ${id} = ${after})`
}
