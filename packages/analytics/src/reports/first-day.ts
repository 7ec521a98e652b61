import { addDays, type CollectedKind, dateIn, type LocalDate, laterDate, type ReportScope } from '@footfall/core-domain'
import { sql } from '@footfall/warehouse'
import { collectedData } from '../answer/collected.ts'
import { type Reader, toMs } from '../reading/reader.ts'
import { ofProduct } from './context.ts'

/** The first day within retention of a kind of data; undefined where none was collected. */
export async function firstDay(
  reader: Reader,
  scope: ReportScope,
  kind: CollectedKind,
): Promise<LocalDate | undefined> {
  const { timezone, preferences } = scope
  const first = await firstCollected(reader, scope, kind)
  return first && laterDate(first, addDays(dateIn(timezone, reader.now()), -preferences.retention_days))
}

async function firstCollected(reader: Reader, scope: ReportScope, kind: CollectedKind): Promise<LocalDate | undefined> {
  const { product, timezone } = scope
  switch (kind) {
    case 'events': {
      const firstEventMs = await collectedData(reader, product).firstEventMs()
      return firstEventMs === undefined ? undefined : dateIn(timezone, firstEventMs)
    }
    case 'crawler_hits': {
      const [row] = await reader.rows<{ first: string }>(
        product,
        sql`SELECT toUnixTimestamp(min(ts)) AS first FROM crawler_hits WHERE ${ofProduct(scope)} HAVING count() > 0`,
      )
      return row && dateIn(timezone, toMs(row.first))
    }
    case 'search_console': {
      const [row] = await reader.rows<{ first: LocalDate }>(
        product,
        sql`SELECT toString(min(date)) AS first FROM search_console WHERE ${ofProduct(scope)} HAVING count() > 0`,
      )
      return row?.first
    }
  }
}
