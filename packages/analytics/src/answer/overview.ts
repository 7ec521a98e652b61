import {
  type AskedScope,
  HEADLINE_METRICS,
  MOVER_DIMENSIONS,
  type OverviewAnswer,
  type OverviewQuery,
  type OverviewReport,
} from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { NO_MOVERS, readMovers } from '../read/movers.ts'
import { readQuestion } from './read-question.ts'
import { metricsOf, NOT_ASKED, rangeOf } from './report.ts'

/** Answers how a product did over a period and what changed since an earlier one. */
export async function answerOverview(reader: Reader, scope: AskedScope, query: OverviewQuery): Promise<OverviewAnswer> {
  const { moversMax, ...period } = query
  const asked = { ...period, metrics: HEADLINE_METRICS, dimensions: [], limit: 1, offset: 0 }
  const whole = await readQuestion(reader, scope, asked, MOVER_DIMENSIONS)
  const { question, numbers, compared, noRows, read, meta } = whole
  if (compared === undefined) throw new TypeError('an overview is compared')
  const movers =
    noRows || compared.plan === undefined ? NO_MOVERS : await readMovers(reader, whole, compared.plan, moversMax)
  // Visitors are the first of the headline.
  const { state, reason } = compared.numbers.totals[0] ?? NOT_ASKED
  return {
    data: {
      headline: metricsOf(question, numbers, compared.numbers).filter(isOfProduct),
      comparison: { ...rangeOf(compared), state, reason },
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
