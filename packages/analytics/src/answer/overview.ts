import {
  HEADLINE_METRICS,
  MOVER_DIMENSIONS,
  type OverviewAnswer,
  type OverviewQuery,
  type OverviewReport,
  type ReportScope,
} from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { NO_MOVERS, readMovers } from '../read/movers.ts'
import { readSpans } from './read-question.ts'
import { metricsOf, NOT_ASKED, spanOf } from './several.ts'

/** Answers how a product did over a span and what changed since an earlier one. */
export async function answerOverview(
  reader: Reader,
  scope: ReportScope,
  query: OverviewQuery,
): Promise<OverviewAnswer> {
  const { moversMax, ...span } = query
  const asked = { ...span, metrics: HEADLINE_METRICS, dimensions: [], limit: 1, offset: 0 }
  const spans = await readSpans(reader, scope, asked, MOVER_DIMENSIONS)
  const { question, figures, compared, noRows, read, meta } = spans
  if (compared === undefined) throw new TypeError('an overview is compared')
  const movers =
    noRows || compared.plan === undefined ? NO_MOVERS : await readMovers(reader, spans, compared.plan, moversMax)
  // Visitors are the first of the headline.
  const { state, reason } = compared.figures.totals[0] ?? NOT_ASKED
  return {
    data: {
      headline: metricsOf(question, figures, compared.figures).filter(isOfProduct),
      comparison: { ...spanOf(compared), state, reason },
      movers,
    },
    meta: meta(0),
    read,
  }
}

/** Conversions and revenue belong to the headline of products that have them. */
function isOfProduct({ reason }: OverviewReport['headline'][number]): boolean {
  return reason !== 'metric_not_collected'
}
