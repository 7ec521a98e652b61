import type { ReportScope } from '@footfall/core-domain'
import { type Reader, toNumber } from '../cache/reader.ts'
import { type VisitorCount, visitorCountStatement } from '../export/visitor-events.ts'

export async function visitorCount(
  reader: Reader,
  { product }: ReportScope,
  visitors: readonly string[],
): Promise<VisitorCount> {
  const [row] = await reader.rows<{ events: string; visits: string }>(
    product,
    visitorCountStatement({ product, visitors }),
  )
  return { events: toNumber(row?.events), visits: toNumber(row?.visits) }
}
