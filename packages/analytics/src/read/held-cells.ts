import { type HeldBlock, type HeldList, TOO_LARGE } from '../cache/held-list.ts'
import type { Reader } from '../cache/reader.ts'
import type { RollupNumber } from '../definitions/metric.ts'
import { type Block, blocksOf } from '../plan/blocks.ts'
import type { HeldBreakdown } from '../plan/passes.ts'
import { onlyProduct, type Question } from '../question/question.ts'
import { type ArrayLimits, blocksStatement, keysName, numbersName, openRowsStatement } from '../sql/held.ts'
import { keyDimensions } from '../sql/keys.ts'
import type { OpenListRow } from '../sql/several-breakdowns.ts'

/** The numbers of one period of a breakdown by its keys, each of which has a place. */
export type Sums = ReadonlyMap<RollupNumber, Float64Array>

/** The numbers of the periods of a breakdown. */
export interface HeldCells {
  readonly current: Sums
  /** Undefined without a comparison. */
  readonly earlier: Sums | undefined
  /** How many places there are. A place may have no number in any of the periods. */
  readonly places: number
  keysAt(place: number): readonly string[]
}

/** A breakdown of one period that may be held. */
export interface AskedHeld {
  readonly question: Question
  readonly held: HeldBreakdown
}

/** Numbers by key, as the engine returns them in arrays. */
export interface OpenRows {
  readonly keys: readonly (readonly string[])[]
  readonly numbers: readonly (readonly number[])[]
  /** Set where there are too many to be read. */
  readonly isLarge?: boolean
}

/** The numbers of days that are not closed, of both periods. */
export interface OpenOfPeriods {
  readonly current: OpenRows
  readonly earlier: OpenRows
}

/** The engine adds up what has more keys, or more text: here they would take longer, and keep other requests waiting. */
export const KEYS_MAX = 20_000
const LIMITS_OF_BLOCK: ArrayLimits = { keys: KEYS_MAX, characters: 2 * 1024 * 1024 }
/** They are read again with each event. */
export const LIMITS_OF_OPEN_DAYS: ArrayLimits = { keys: KEYS_MAX, characters: 1024 * 1024 }

const NO_ROWS: OpenRows = { keys: [], numbers: [] }

/**
 * Adds up the numbers of a breakdown: those that are held of its closed days, after what is missing was read, and those of its other days
 * from one statement. Undefined where there are too many keys. `open` are the numbers of the other days if they were read already.
 */
export async function heldCells(
  reader: Reader,
  current: AskedHeld,
  earlier: AskedHeld | undefined,
  open?: Promise<OpenOfPeriods>,
): Promise<HeldCells | undefined> {
  const product = onlyProduct(current.question)
  const { list: of } = current.held
  const numbers = numbersOf(current.held)
  const list = reader.held.list(product, of.name)
  if (hasManyKeys(reader, current) || (earlier !== undefined && hasManyKeys(reader, earlier))) return undefined
  const [own, before, ofOpen] = await Promise.all([
    heldBlocks(reader, list, current, numbers),
    earlier ? heldBlocks(reader, list, earlier, numbers) : [],
    open ?? openOfPeriods(reader, current, earlier, numbers),
  ])
  if (own === undefined || before === undefined) return undefined
  if (ofOpen.current.isLarge || ofOpen.earlier.isLarge) {
    list.hold(OPEN_DAYS, '', TOO_LARGE)
    return undefined
  }
  // Nothing is awaited from here on, so that no key is added to the list.
  const places = placesIn(list)
  const placed = (rows: OpenRows) => ({
    rows,
    places: (rows.keys[0] ?? []).map((_, i) => places.of(textAt(rows.keys, i))),
  })
  const [openNow, openBefore] = [placed(ofOpen.current), placed(ofOpen.earlier)]
  return {
    current: addedUp(numbers, places.count(), own, openNow),
    earlier: earlier && addedUp(numbers, places.count(), before, openBefore),
    places: places.count(),
    keysAt: keysIn(current, places.textAt),
  }
}

function numbersOf({ metrics }: HeldBreakdown): readonly RollupNumber[] {
  return [...new Set(metrics.flatMap(({ metric }) => metric.definition.rollup?.numbers ?? []))]
}

/** Where a list is marked of which days that are not closed had too many keys; it begins anew when it is forgotten. */
const OPEN_DAYS = 'open days'

/** Whether a breakdown is known to have so many keys that the engine has to answer. */
export function hasManyKeys(reader: Reader, { question, held }: AskedHeld): boolean {
  const list = reader.held.list(onlyProduct(question), held.list.name)
  if (list.block(OPEN_DAYS, '') === TOO_LARGE) return true
  return placedBlocks(held).some(({ place, versions }) => list.block(place, versions) === TOO_LARGE)
}

function placedBlocks(held: HeldBreakdown): readonly Block[] {
  const numbers = numbersOf(held).join(' ')
  return blocksOf(held.days.used).map((block) => ({ ...block, place: `${numbers} ${block.place}` }))
}

async function heldBlocks(
  reader: Reader,
  list: HeldList,
  { question, held }: AskedHeld,
  numbers: readonly RollupNumber[],
): Promise<readonly HeldBlock[] | undefined> {
  const blocks = placedBlocks(held)
  const known = blocks.map(({ place, versions }) => list.block(place, versions))
  if (known.includes(TOO_LARGE)) return undefined
  const missing = blocks.filter((_, i) => known[i] === undefined)
  const found = new Map(blocks.map((block, i) => [block, known[i]]))
  if (missing.length > 0) {
    const statement = blocksStatement({ question, ...held }, numbers, missing, LIMITS_OF_BLOCK)
    const rows = await reader.passingRows<ArrayRow & { readonly of_block: number }>(question.product, statement)
    const byBlock = new Map(rows.map((row) => [row.of_block, row]))
    for (const [i, block] of missing.entries()) {
      const read = rowsOf(byBlock.get(i), keyDimensions(held.list.dimensions).length, numbers)
      const own = read.isLarge ? TOO_LARGE : blockOf(list, read)
      list.hold(block.place, block.versions, own)
      found.set(block, own)
    }
    reader.held.grown(onlyProduct(question), held.list.name)
  }
  const all = blocks.map((block) => found.get(block))
  return all.every(isBlock) ? all : undefined
}

function isBlock(block: HeldBlock | typeof TOO_LARGE | undefined): block is HeldBlock {
  return block !== undefined && block !== TOO_LARGE
}

/** The numbers of visitors of days that are not closed, as one statement reads them for several lists. */
export function openOfList(rows: readonly OpenListRow[], list: string): OpenOfPeriods {
  const of = (isEarlier: boolean): OpenRows => {
    const row = rows.find((one) => one.list === list && (one.earlier === 1) === isEarlier)
    return row === undefined ? NO_ROWS : { keys: [row.keys], numbers: [row.visitors], isLarge: row.is_large === 1 }
  }
  return { current: of(false), earlier: of(true) }
}

async function openOfPeriods(
  reader: Reader,
  current: AskedHeld,
  earlier: AskedHeld | undefined,
  numbers: readonly RollupNumber[],
): Promise<OpenOfPeriods> {
  const { question, held } = current
  const periods = [current, ...(earlier ? [earlier] : [])].map((period) => ({
    question: period.question,
    ...period.held,
  }))
  const statement = openRowsStatement(periods, numbers, LIMITS_OF_OPEN_DAYS)
  const rows = statement
    ? await reader.rows<ArrayRow & { readonly of_period: number }>(question.product, statement)
    : []
  const of = (place: number) =>
    rowsOf(
      rows.find(({ of_period }) => of_period === place),
      keyDimensions(held.list.dimensions).length,
      numbers,
    )
  return { current: of(0), earlier: of(1) }
}

/** Arrays by the names of their columns. */
type ArrayRow = Readonly<Record<string, readonly (string | number)[] | number>>

function rowsOf(row: ArrayRow | undefined, keys: number, numbers: readonly RollupNumber[]): OpenRows {
  if (row === undefined) return NO_ROWS
  const arrayOf = (name: string) => {
    const array = row[name]
    return typeof array === 'object' ? array : []
  }
  return {
    isLarge: row.is_large === 1,
    keys: Array.from({ length: keys }, (_, i) => arrayOf(keysName(i).text).map(String)),
    numbers: numbers.map((number) => arrayOf(numbersName(number).text).map(Number)),
  }
}

function blockOf(list: HeldList, { keys, numbers }: OpenRows): HeldBlock {
  const [first = []] = keys
  return {
    keys: Uint32Array.from(first, (_, i) => list.intern(textAt(keys, i))),
    numbers: numbers.map((values) => (values.every(isSmall) ? Uint32Array.from(values) : Float64Array.from(values))),
  }
}

const UINT32_MAX = 2 ** 32 - 1

function isSmall(value: number): boolean {
  return value <= UINT32_MAX
}

/** No key has control characters: they are removed when events arrive. */
const SEPARATOR = '\u0000'

/** The keys of a row as one text, by which they are held. */
function textAt(keys: readonly (readonly string[])[], row: number): string {
  return keys.map((column) => column[row] ?? '').join(SEPARATOR)
}

/** The keys at a place, in the order of the question's dimensions. */
function keysIn({ question, held }: AskedHeld, textAtPlace: (place: number) => string): HeldCells['keysAt'] {
  const stored = keyDimensions(held.list.dimensions)
  if (stored.length === 1) return (place) => [textAtPlace(place)]
  const order = keyDimensions(question.dimensions).map((dimension) => stored.indexOf(dimension))
  return (place) => {
    const keys = textAtPlace(place).split(SEPARATOR)
    return order.map((at) => keys[at] ?? '')
  }
}

/** The places of keys: those of the list, and after them those that only days have that are not closed. */
function placesIn(list: HeldList) {
  const known = list.keys
  const others = new Map<string, number>()
  const texts: string[] = []
  return {
    of(text: string): number {
      const place = list.numberOf(text) ?? others.get(text)
      if (place !== undefined && place < known) return place
      const another = others.get(text) ?? known + texts.push(text) - 1
      others.set(text, another)
      return another
    },
    textAt: (place: number) => (place < known ? list.keyOf(place) : (texts[place - known] ?? '')),
    count: () => known + texts.length,
  }
}

function addedUp(
  numbers: readonly RollupNumber[],
  places: number,
  blocks: readonly HeldBlock[],
  open: { readonly places: readonly number[]; readonly rows: OpenRows },
): Sums {
  return new Map(
    numbers.map((number, at) => {
      const sums = new Float64Array(places)
      for (const { keys, numbers: columns } of blocks) {
        const values = columns[at]
        if (values === undefined) continue
        for (let i = 0; i < keys.length; i++) addAt(sums, keys[i], values[i])
      }
      const values = open.rows.numbers[at] ?? []
      for (const [i, place] of open.places.entries()) addAt(sums, place, values[i])
      return [number, sums]
    }),
  )
}

function addAt(sums: Float64Array, place = 0, value = 0): void {
  sums[place] = (sums[place] ?? 0) + value
}
