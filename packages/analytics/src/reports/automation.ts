import {
  addDays,
  dateIn,
  EVIDENCE_RULES,
  type EvidenceRule,
  type HealthReport,
  type LocalDate,
  type ReportScope,
  startOfDay,
  trafficOf,
} from '@footfall/core-domain'
import { dateTime, EVIDENCE_BITS, integer, joinSql, QUARTER_CLASSES, rowsOfTraffic, sql } from '@footfall/warehouse'
import { type Reader, toMs, toNumber } from '../cache/reader.ts'
import { QUARTER_MS } from '../calendar/buckets.ts'
import { collectedData } from '../days/collected.ts'
import { quartersIn } from '../sql/quarters.ts'
import { ofProduct } from './context.ts'

const DAYS = 7

/** The bits of each rule, and how much it weighs. */
const RULES: Readonly<
  Record<
    EvidenceRule,
    { readonly bits: number; readonly strength: HealthReport['automation']['rules'][number]['strength'] }
  >
> = {
  webdriver: { bits: EVIDENCE_BITS.webdriver, strength: 'strong' },
  headless: { bits: EVIDENCE_BITS.headless | EVIDENCE_BITS.headless_weak, strength: 'both' },
  contradicting_hints: { bits: EVIDENCE_BITS.contradicting_hints, strength: 'weak' },
  data_centre: { bits: EVIDENCE_BITS.data_centre, strength: 'weak' },
  uniform_burst: { bits: EVIDENCE_BITS.uniform_burst, strength: 'weak' },
}

interface QuarterRow {
  readonly quarter: string
  readonly class: number
  readonly visits: string
}
interface EvidenceRow {
  readonly quarter: string
  /** Visits by rule, in their order. */
  readonly by_rule: readonly string[]
}

/** How many visits of the last days look automated, and what speaks for it. */
export async function automationReport(
  reader: Reader,
  scope: ReportScope,
  nowMs: number,
): Promise<HealthReport['automation']> {
  const { product, timezone, preferences } = scope
  const today = dateIn(timezone, nowMs)
  const startMs = Math.floor(startOfDay(timezone, addDays(today, 1 - DAYS)) / QUARTER_MS) * QUARTER_MS
  const endMs = Math.ceil((nowMs + 1) / QUARTER_MS) * QUARTER_MS
  const marked = await collectedData(reader, scope).markedQuarters()
  const counts = joinSql(
    EVIDENCE_RULES.map((rule) => sql`countIf(bitAnd(bits, ${integer(RULES[rule].bits)}) != 0)`),
    ', ',
  )
  const [quarters, evidence] = await Promise.all([
    reader.rows<QuarterRow>(
      product,
      sql`SELECT toUnixTimestamp(t) AS quarter, class, sum(visits) AS visits
FROM ${quartersIn(product, { startMs, endMs }, marked)} GROUP BY quarter, class HAVING visits > 0`,
    ),
    reader.rows<EvidenceRow>(
      product,
      sql`SELECT toUnixTimestamp(quarter_start) AS quarter, [${counts}] AS by_rule FROM (
SELECT toStartOfFifteenMinutes(min(visit_start)) AS quarter_start, groupBitOr(evidence) AS bits FROM events
WHERE ${ofProduct(scope)} AND ts >= ${dateTime(startMs)} AND visit != 0 AND ${rowsOfTraffic('suspected')}
GROUP BY visit HAVING max(visit_starts) = 1) GROUP BY quarter`,
    ),
  ])
  const days = new Map<LocalDate, Day>()
  const dayOf = (quarter: string): Day => {
    const date = dateIn(timezone, toMs(quarter))
    const known = days.get(date) ?? {
      date,
      visits: 0,
      suspected: 0,
      unclassified: 0,
      byRule: EVIDENCE_RULES.map(() => 0),
    }
    days.set(date, known)
    return known
  }
  for (const row of quarters) {
    const day = dayOf(row.quarter)
    const visits = toNumber(row.visits)
    day.visits += visits
    if (row.class === QUARTER_CLASSES.suspected) day.suspected += visits
    if (row.class === QUARTER_CLASSES.unclassified) day.unclassified += visits
  }
  for (const row of evidence) {
    const day = dayOf(row.quarter)
    row.by_rule.forEach((visits, i) => {
      day.byRule[i] = (day.byRule[i] ?? 0) + toNumber(visits)
    })
  }
  const all = [...days.values()].sort((a, b) => (a.date < b.date ? 1 : -1))
  const sum = (of: (day: Day) => number) => all.reduce((total, day) => total + of(day), 0)
  const visits = sum((day) => day.visits)
  const suspected = sum((day) => day.suspected)
  return {
    visits,
    suspected_visits: suspected,
    share: visits === 0 ? null : suspected / visits,
    counted: trafficOf({ preferences }) === 'all',
    unclassified_visits: sum((day) => day.unclassified),
    days: all.map((day) => ({
      date: day.date,
      visits: day.visits,
      suspected_visits: day.suspected,
      evidence: EVIDENCE_RULES.flatMap((rule, i) => {
        const found = day.byRule[i] ?? 0
        return found > 0 ? [{ rule, visits: found }] : []
      }),
    })),
    rules: EVIDENCE_RULES.map((rule) => ({
      rule,
      strength: RULES[rule].strength,
      active: rule !== 'data_centre' || (reader.ingest().knowsNetworks ?? false),
    })),
  }
}

interface Day {
  readonly date: LocalDate
  visits: number
  suspected: number
  unclassified: number
  readonly byRule: number[]
}
