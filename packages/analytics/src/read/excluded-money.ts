import { CurrencyCode, haveOneCurrency, type ReportMeta } from '@footfall/core-domain'
import { allOf, integer, joinSql, not, type Sql, sql } from '@footfall/warehouse'
import { type Reader, toNumber } from '../cache/reader.ts'
import type { Question } from '../question/question.ts'
import { conversionConditions, filterOf, inCurrency } from '../sql/conditions.ts'
import { rowsIn } from '../sql/rows.ts'
import { type Cell, isTooFew } from './suppression.ts'

/** Amounts in other currencies that the revenue of an answer leaves out. */
export async function excludedMoney(reader: Reader, question: Question): Promise<Pick<ReportMeta, 'excluded'>> {
  if (!question.metrics.some(({ definition }) => definition.unit === 'currency')) return {}
  // Without a common currency there is no money from which any is left out.
  if (!haveOneCurrency(question.parts ?? [])) return {}
  const complements = question.complements.map(({ filters }) => filters)
  return excludedOf(reader, { ...question, complements }, (filters) => {
    const asked = { ...question, filters }
    return allOf([filterOf('conversions', asked, { isOfSeenVisits: false }), conversionConditions(asked).chosen])
  })
}

interface Asked extends Pick<Question, 'product' | 'range' | 'currency' | 'threshold' | 'filters'> {
  readonly complements: readonly Question['filters'][]
}

/** Amounts of the events that filters select. Amounts of too few visitors, and those that subtraction would reveal, are left out. */
export async function excludedOf(
  reader: Reader,
  { product, range, currency, threshold, filters, complements }: Asked,
  chosenBy: (filters: Question['filters']) => Sql,
): Promise<Pick<ReportMeta, 'excluded'>> {
  if (range.outside) return {}
  const isOther = sql`currency != '' AND ${not(inCurrency({ currency }))}`
  // Conditions may be long, so each is written once.
  const [widest] = complements
  const isWider = complements.map((wider, i) => sql`(${chosenBy(wider)}) AS is_wider_${integer(i)}`)
  const isOwn = widest === undefined ? sql`1 AS is_own` : sql`(${chosenBy(filters)}) AS is_own`
  const chosen = allOf([rowsIn(product, range.kept), isOther, chosenBy(widest ?? filters)])
  const columns = [
    sql`toString(currency) AS other`,
    sql`toString(sumIf(revenue, is_own)) AS amount`,
    sql`countIf(is_own) AS events`,
    sql`uniqExactIf(visitor, visitor != 0 AND is_own) AS people`,
    ...complements.map((_, i) => {
      const isBeside = sql`visitor != 0 AND is_wider_${integer(i)} AND NOT is_own`
      return sql`uniqExactIf(visitor, ${isBeside}) AS wider_${integer(i)}`
    }),
  ]
  const rows = await reader.rows<Record<string, string>>(
    product,
    sql`SELECT ${joinSql(columns, ', ')}
FROM (SELECT currency, revenue, visitor, ${joinSql([isOwn, ...isWider], ', ')} FROM events WHERE ${chosen})
GROUP BY other HAVING events > 0 ORDER BY other LIMIT 20`,
  )
  const excluded = rows
    .filter((row) => !isTooFew(cellOf(row, complements.length), threshold))
    .map(({ other, amount = '0', events }) => ({
      reason: 'other_currency' as const,
      currency: CurrencyCode.parse(other),
      amount,
      events: toNumber(events),
    }))
  return excluded.length > 0 ? { excluded } : {}
}

function cellOf(row: Readonly<Record<string, string>>, complements: number): Cell {
  return {
    value: toNumber(row.events),
    people: toNumber(row.people),
    complements: Array.from({ length: complements }, (_, i) => toNumber(row[`wider_${i}`])),
  }
}
