import { CurrencyCode, type ReportMeta } from '@footfall/core-domain'
import { allOf, not, type Sql, sql } from '@footfall/warehouse'
import type { Question } from '../question/question.ts'
import { type Reader, toNumber } from '../reading/reader.ts'
import { conversionConditions, filterOf, inCurrency } from '../sql/conditions.ts'
import { rowsIn } from '../sql/rows.ts'
import { isTooFew } from './suppression.ts'

/** Amounts in other currencies that the revenue of an answer leaves out. */
export async function excludedMoney(reader: Reader, question: Question): Promise<Pick<ReportMeta, 'excluded'>> {
  if (!question.metrics.some(({ definition }) => definition.unit === 'currency')) return {}
  return excludedOf(reader, question, [
    filterOf('conversions', question, { isOfSeenVisits: false }),
    conversionConditions(question).chosen,
  ])
}

/** Those of the events that meet conditions; amounts of too few visitors are not shown. */
export async function excludedOf(
  reader: Reader,
  { product, span, currency, threshold }: Pick<Question, 'product' | 'span' | 'currency' | 'threshold'>,
  conditions: readonly Sql[],
): Promise<Pick<ReportMeta, 'excluded'>> {
  if (span.outside) return {}
  const isOther = sql`currency != '' AND ${not(inCurrency({ currency }))}`
  const rows = await reader.rows<{ other: string; amount: string; events: string; people: string }>(
    product,
    sql`SELECT toString(currency) AS other, toString(sum(revenue)) AS amount, count() AS events,
  uniqExactIf(visitor, visitor != 0) AS people
FROM events WHERE ${allOf([rowsIn(product, span.kept), isOther, ...conditions])}
GROUP BY other ORDER BY other LIMIT 20`,
  )
  const excluded = rows
    .filter((row) => !isTooFew({ value: toNumber(row.events), people: toNumber(row.people) }, threshold))
    .map(({ other, amount, events }) => ({
      reason: 'other_currency' as const,
      currency: CurrencyCode.parse(other),
      amount,
      events: toNumber(events),
    }))
  return excluded.length > 0 ? { excluded } : {}
}
