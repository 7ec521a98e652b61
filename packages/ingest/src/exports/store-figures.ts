import {
  IMPORTED_FIGURES,
  type ImportedDay,
  type ImportId,
  type ImportSource,
  type ProductId,
} from '@footfall/core-domain'
import { deleteRows, type Engine, sql, text } from '@footfall/warehouse'
import { insertTsv } from '../import/staging.ts'
import { tsvText, tsvTexts } from '../log/tsv.ts'
import type { CollectedEvent } from './collection.ts'

/** Few enough to hold in memory. */
const ROWS_AT_ONCE = 200_000
/** Lines that wait as text, which garbage collection copies; those before them wait as bytes. */
const CHARACTERS_AT_ONCE = 64 * 1024
const NULL = '\\N'

export interface StoredFor {
  readonly product: ProductId
  readonly importId: ImportId
}

/**
 * Stores daily figures all or none: after a failure those that were stored are deleted. Tokens make a repeat harmless.
 * `scratch` is a temporary file.
 */
export async function storeFigures(
  engine: Engine,
  { product, importId, source }: StoredFor & { readonly source: ImportSource },
  days: Iterable<ImportedDay>,
  scratch: string,
): Promise<void> {
  const start = `${product}\t${importId}\t${source}\t`
  try {
    let rows = 0
    let text = ''
    let bytes: Buffer[] = []
    let block = 0
    const encode = () => {
      bytes.push(Buffer.from(text))
      text = ''
    }
    const insert = async () => {
      if (rows === 0) return
      encode()
      const tsv = Buffer.concat(bytes)
      rows = 0
      bytes = []
      await insertTsv(engine, 'imported_days', tsv, `import:${importId}:days:${block++}`, scratch)
    }
    for (const day of days) {
      text += `${start}${figuresLine(day)}\n`
      if (text.length >= CHARACTERS_AT_ONCE) encode()
      if (++rows === ROWS_AT_ONCE) await insert()
    }
    await insert()
  } catch (error) {
    const own = sql`product_id = ${text(product)} AND import = ${text(importId)}`
    await deleteRows(engine, 'imported_days', own)
    throw error
  }
}

/** The columns of `imported_days` after `source`, in their order. */
function figuresLine({ day, dimension, keys, figures }: ImportedDay): string {
  let line = `${day}\t${tsvText(dimension ?? '')}\t${tsvText(keys[0] ?? '')}\t${tsvTexts(keys)}`
  for (const figure of IMPORTED_FIGURES) line += `\t${figures[figure] ?? NULL}`
  return line
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
