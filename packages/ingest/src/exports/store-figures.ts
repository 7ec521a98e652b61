import type { ImportedDay, ImportId, ImportSource, ProductId } from '@footfall/core-domain'
import { deleteRows, type Engine, importedDayRow, sql, text } from '@footfall/warehouse'
import type { CollectedEvent } from './collection.ts'

/** Few enough to hold in memory as text. */
const ROWS_AT_ONCE = 50_000

export interface StoredFor {
  readonly product: ProductId
  readonly importId: ImportId
}

/** Stores daily figures all or none: after a failure those that were stored are deleted. Tokens make a repeat harmless. */
export async function storeFigures(
  engine: Engine,
  { product, importId, source }: StoredFor & { readonly source: ImportSource },
  days: Iterable<ImportedDay>,
): Promise<void> {
  const insert = (rows: string, block: number) =>
    engine.insert('imported_days', 'JSONEachRow', rows, `import:${importId}:days:${block}`)
  try {
    await inBlocks(days, (day) => JSON.stringify(importedDayRow(product, importId, source, day)), insert)
  } catch (error) {
    const own = sql`product_id = ${text(product)} AND import = ${text(importId)}`
    await deleteRows(engine, 'imported_days', own)
    throw error
  }
}

/** Remembers events, so that they are not taken from another export again. */
export async function storeEventIds(
  engine: Engine,
  { product, importId }: StoredFor,
  events: readonly Pick<CollectedEvent, 'day' | 'id'>[],
  block: number,
): Promise<void> {
  const lines = events.map(({ day, id }) => `${product}\t${importId}\t${day}\t${BigInt(`0x${id}`)}`)
  if (lines.length > 0)
    await engine.insert('imported_event_ids', 'TSV', `${lines.join('\n')}\n`, `import:${importId}:ids:${block}`)
}

async function inBlocks<T>(
  items: Iterable<T>,
  textOf: (item: T) => string,
  insert: (rows: string, block: number) => Promise<void>,
): Promise<void> {
  let lines: string[] = []
  let block = 0
  for (const item of items) {
    lines.push(textOf(item))
    if (lines.length < ROWS_AT_ONCE) continue
    await insert(`${lines.join('\n')}\n`, block++)
    lines = []
  }
  if (lines.length > 0) await insert(`${lines.join('\n')}\n`, block)
}
