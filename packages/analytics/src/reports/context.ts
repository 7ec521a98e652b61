import type { ReportMeta, ReportRange, ReportScope } from '@footfall/core-domain'
import { type Sql, sql, text } from '@footfall/warehouse'
import { type Facts, factsOf, type Stated, unavailable } from '../query/facts.ts'
import type { Reader } from '../query/reader.ts'
import { metaOf, type ResolvedSpan, resolveSpan } from '../query/span.ts'
import { assertRange } from '../query/validate.ts'

/** What every report over a range of days begins with. */
export interface RangeContext {
  readonly reader: Reader
  readonly scope: ReportScope
  readonly span: ResolvedSpan
  readonly facts: Facts
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
    facts: factsOf(reader, scope.product),
    meta: metaOf(scope, range, { span, freshUntil: reader.freshUntil() }),
    outside: span.outside ? unavailable(span.outside) : undefined,
    rows: (statement) => reader.rows(scope.product, statement),
  }
}

export function ofProduct({ product }: Pick<ReportScope, 'product'>): Sql {
  return sql`product_id = ${text(product)}`
}
