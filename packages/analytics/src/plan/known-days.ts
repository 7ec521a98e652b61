import { DAY_MS, type ProductId } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { countedDays } from '../days/closed-days.ts'
import type { KnownDays } from './days.ts'

/**
 * What is known of a product’s days: from which on there may be rows, and which of them are closed. Rows from before
 * days were counted are told by the first event, which `firstEventMs` reads.
 */
export async function knownDays(
  reader: Reader,
  product: ProductId,
  firstEventMs: () => Promise<number | undefined>,
): Promise<Omit<KnownDays, 'imported'>> {
  const [counted, firstMs] = await Promise.all([countedDays(reader, product), firstEventMs()])
  if (firstMs === undefined) return { firstDay: counted.firstDay, closed: counted.closed }
  const first = Math.floor(firstMs / DAY_MS)
  return { firstDay: Math.min(first, counted.firstDay ?? first), closed: counted.closed }
}
