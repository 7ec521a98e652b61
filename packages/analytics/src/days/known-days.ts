import { type AskedScope, DAY_MS, type Dimension, type InstantRange, type ProductId } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { type ClosedDay, countedPastDays } from './closed-days.ts'
import type { CollectedData } from './collected.ts'
import type { ImportedDays } from './imported-days.ts'
import { knownImports } from './known-imports.ts'

/** What is known of the days of a product before a question about them is planned. */
export interface KnownDays {
  /** No row belongs to an earlier day. In days since 1970-01-01; undefined where nothing was collected. */
  readonly firstDay: number | undefined
  readonly closed: readonly ClosedDay[]
  /** Whether the numbers of all closed days can be read from every replica, so that they may be held. */
  readonly isSettled: boolean
  /** Undefined where the product has none. */
  readonly imported: ImportedDays | undefined
  /** Quarters of an hour whose rollup has visits under a class that they had before, in epoch seconds. */
  readonly marked: readonly number[]
}

export const NO_DAYS: KnownDays = { firstDay: undefined, closed: [], isSettled: true, imported: undefined, marked: [] }

/** What questions need to know of the days of a product. */
export interface DaysNeeded {
  /** The periods that the questions are about. */
  readonly ranges: readonly InstantRange[]
  /** The dimensions by which they can use imported days; empty for the whole product. */
  readonly lists: readonly (Dimension | '')[]
  readonly mayUseClosedDays: boolean
}

/** Closed days are read only where one of them may be used: the running day is not closed. */
export async function knownDays(
  reader: Reader,
  scope: AskedScope,
  { ranges, lists, mayUseClosedDays }: DaysNeeded,
  collected: CollectedData,
): Promise<KnownDays> {
  const { product } = scope
  // Closed days are closed for each product by itself.
  if (typeof product !== 'string') return { ...NO_DAYS, marked: await collected.markedQuarters() }
  const read = () => ownDays(reader, product, collected)
  const isOfRunningDay = Math.min(...ranges.map(({ startMs }) => startMs)) > reader.now() - DAY_MS
  const [days, imported, marked] = await Promise.all([
    isOfRunningDay || !mayUseClosedDays ? undefined : read(),
    knownImports(reader, { product, preferences: scope.preferences }, ranges, lists),
    collected.markedQuarters(),
  ])
  const isImported = imported !== undefined && imported.days.length > 0
  return { ...(days ?? (isImported ? await read() : NO_DAYS)), imported, marked }
}

/** Versions grow with time. */
function newestOf(closed: readonly ClosedDay[]): string {
  const newest = closed.reduce((highest, { version }) => {
    const value = BigInt(version)
    return value > highest ? value : highest
  }, 0n)
  return String(newest)
}

/** The days of a product’s own events. The first event marks days from before rows were counted. */
async function ownDays(
  reader: Reader,
  product: ProductId,
  collected: CollectedData,
): Promise<Omit<KnownDays, 'imported' | 'marked'>> {
  const [counted, firstMs] = await Promise.all([countedPastDays(reader, product), collected.firstEventMs()])
  const isSettled = reader.held.isSettled(product, newestOf(counted.closed), reader.now())
  if (firstMs === undefined) return { ...counted, isSettled }
  const first = Math.floor(firstMs / DAY_MS)
  return { firstDay: Math.min(first, counted.firstDay ?? first), closed: counted.closed, isSettled }
}
