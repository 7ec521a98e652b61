import { CurrencyCode, type ReportMeta } from '@footfall/core-domain'
import { allOf, sql, text } from '@footfall/warehouse'
import type { Question } from '../question/question.ts'
import { type Reader, toNumber } from '../reading/reader.ts'
import { passes } from '../sql/conditions.ts'
import { rowsIn } from '../sql/rows.ts'
import { isTooFew } from './suppression.ts'

/** Amounts in other currencies that revenue leaves out; those of too few visitors are not shown. */
export async function excludedMoney(reader: Reader, question: Question): Promise<Pick<ReportMeta, 'excluded'>> {
  const { product, span, metrics, currency, threshold } = question
  if (!metrics.some(({ name }) => name === 'revenue') || span.outside) return {}
  const rows = await reader.rows<{ other: string; amount: string; events: string; people: string }>(
    product,
    sql`SELECT toString(currency) AS other, toString(sum(revenue)) AS amount, count() AS events,
  uniqExactIf(visitor, visitor != 0) AS people
FROM events WHERE ${allOf([rowsIn(product, span.kept), sql`currency != '' AND currency != ${text(currency)}`, passes(question)])}
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
