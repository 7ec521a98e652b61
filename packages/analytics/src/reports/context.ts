import type { ReportMeta, ReportRange, ReportScope } from '@footfall/core-domain'
import { type Sql, sql, text } from '@footfall/warehouse'
import { type CollectedData, collectedData } from '../answer/collected.ts'
import { metaOf } from '../answer/meta.ts'
import { type Stated, unavailable } from '../answer/states.ts'
import { type ResolvedSpan, resolveSpan } from '../question/span.ts'
import { assertRange } from '../question/validate.ts'
import type { Reader } from '../reading/reader.ts'

/** What every report over a range of days begins with. */
export interface RangeContext {
  readonly reader: Reader
  readonly scope: ReportScope
  readonly span: ResolvedSpan
  readonly collected: CollectedData
  readonly meta: ReportMeta
  /** Set when there can be nothing in the range, whatever was collected. */
  readonly outside: Stated | undefined
  rows<Row>(statement: Sql): Promise<readonly Row[]>
}

export function rangeContext(reader: Reader, scope: ReportScope, range: ReportRange): RangeContext {
  assertRange(range)
  const span = resolveSpan(scope, range, reader.now())
  return {
    reader,
    scope,
    span,
    collected: collectedData(reader, scope.product),
    meta: metaOf(scope, span, reader.freshUntil()),
    outside: span.outside ? unavailable(span.outside) : undefined,
    rows: (statement) => reader.rows(scope.product, statement),
  }
}

export function ofProduct({ product }: Pick<ReportScope, 'product'>): Sql {
  return sql`product_id = ${text(product)}`
}
