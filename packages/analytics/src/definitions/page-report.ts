import { WEB_VITALS } from '@footfall/core-domain'
import { identifier, joinSql, sql } from '@footfall/warehouse'

/** Whether a row reports any web vital of a page. */
export const IS_MEASURED = joinSql(
  WEB_VITALS.map((vital) => sql`${identifier(vital)} >= 0`),
  ' OR ',
)

/** Whether the page that sent a row watched for script errors. */
export const IS_WATCHED = sql`error_count >= 0`
