import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  IMPORTED_NUMBERS,
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

const daysFile = (directory: string, block: number) => join(directory, `days-${block}.tsv`)

/** Writes days to files of the directory, for `storeDays`. Returns the number of files. */
export async function writeDays(
  directory: string,
  { product, importId, source }: StoredFor & { readonly source: ImportSource },
  days: Iterable<ImportedDay>,
): Promise<number> {
  const start = `${product}\t${importId}\t${source}\t`
  let rows = 0
  let text = ''
  let bytes: Buffer[] = []
  let block = 0
  const encode = () => {
    bytes.push(Buffer.from(text))
    text = ''
  }
  const write = async () => {
    if (rows === 0) return
    encode()
    await writeFile(daysFile(directory, block++), Buffer.concat(bytes), { mode: 0o600 })
    rows = 0
    bytes = []
  }
  for (const day of days) {
    text += `${start}${dayLine(day)}\n`
    if (text.length >= CHARACTERS_AT_ONCE) encode()
    if (++rows === ROWS_AT_ONCE) await write()
  }
  await write()
  return block
}

/**
 * Stores the days of all files or of none: after a failure the stored ones are deleted. Tokens make a repetition harmless.
 */
export async function storeDays(
  engine: Engine,
  { product, importId }: StoredFor,
  directory: string,
  files: number,
): Promise<void> {
  const scratch = join(directory, 'insert.tsv')
  try {
    for (let block = 0; block < files; block++) {
      const tsv = await readFile(daysFile(directory, block))
      await insertTsv(engine, 'imported_days', tsv, `import:${importId}:days:${block}`, scratch)
    }
  } catch (error) {
    const own = sql`product_id = ${text(product)} AND import = ${text(importId)}`
    await deleteRows(engine, 'imported_days', own)
    throw error
  }
}

/** The columns of `imported_days` after `source`, in their order. */
function dayLine({ day, dimension, keys, numbers }: ImportedDay): string {
  let line = `${day}\t${tsvText(dimension ?? '')}\t${tsvText(keys[0] ?? '')}\t${tsvTexts(keys)}`
  for (const name of IMPORTED_NUMBERS) line += `\t${numbers[name] ?? NULL}`
  return line
}

/** Remembers events, so that another export does not bring them again. */
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
