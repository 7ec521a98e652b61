import {
  type CollectedKind,
  dateIn,
  earlierDate,
  firstKeptDay,
  type LocalDate,
  laterDate,
  type ReportScope,
} from '@footfall/core-domain'
import { sql } from '@footfall/warehouse'
import { type Reader, toMs } from '../cache/reader.ts'
import { type CollectedData, collectedData } from '../days/collected.ts'
import { ofProduct } from './context.ts'

/** The first day within retention of a kind of data; undefined where none was collected. */
export async function firstDay(
  reader: Reader,
  scope: ReportScope,
  kind: CollectedKind,
): Promise<LocalDate | undefined> {
  const { timezone, preferences } = scope
  const first = await firstCollected(reader, scope, kind)
  return first && laterDate(first, firstKeptDay(timezone, preferences, reader.now()))
}

async function firstCollected(reader: Reader, scope: ReportScope, kind: CollectedKind): Promise<LocalDate | undefined> {
  const { product, timezone } = scope
  switch (kind) {
    case 'events': {
      const collected = collectedData(reader, scope)
      const [firstEventMs, imported] = await Promise.all([
        collected.firstEventMs(),
        firstImportedDay(reader, scope, collected),
      ])
      const first = firstEventMs === undefined ? undefined : dateIn(timezone, firstEventMs)
      return first && imported ? earlierDate(first, imported) : (first ?? imported)
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

async function firstImportedDay(
  reader: Reader,
  { product }: ReportScope,
  collected: CollectedData,
): Promise<LocalDate | undefined> {
  if (!(await collected.hasImportedDays())) return undefined
  const [row] = await reader.rows<{ first: LocalDate }>(
    product,
    sql`SELECT toString(min(day)) AS first FROM imported_days WHERE ${ofProduct({ product })} HAVING count() > 0`,
  )
  return row?.first
}
