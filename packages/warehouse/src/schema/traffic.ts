import type { EvidenceRule, Traffic } from '@footfall/core-domain'
import { integer, joinSql, type Sql, sql, text } from '../sql/literal.ts'

/**
 * The bits of `evidence` on a row of `events`. A later row of a visit has the bits of the earlier ones as well. `suspected` is the
 * class, which all rows of a visit share; it is the highest bit, so that a comparison finds it.
 */
export const EVIDENCE_BITS = {
  /** Set on every row that was collected since there are classes. */
  classified: 1,
  /** The visitor scrolled, clicked, typed or stayed. */
  engaged: 2,
  webdriver: 4,
  /** Words of a browser without a screen. */
  headless: 8,
  /** No language or no screen, which `headless` weighs less. */
  headless_weak: 16,
  contradicting_hints: 32,
  data_centre: 64,
  uniform_burst: 128,
  suspected: 256,
} as const satisfies Readonly<Record<EvidenceRule | 'classified' | 'engaged' | 'headless_weak' | 'suspected', number>>

const SUSPECTED = integer(EVIDENCE_BITS.suspected)

/** Classes of a row of the rollup. */
export const QUARTER_CLASSES = { unclassified: 0, human: 1, suspected: 2 } as const

/** The class of a row of `events`, as the rollup has it. */
export const CLASS_OF_EVENT: Sql = sql`toUInt8(multiIf(evidence >= ${SUSPECTED}, ${integer(QUARTER_CLASSES.suspected)}, evidence = 0, ${integer(QUARTER_CLASSES.unclassified)}, ${integer(QUARTER_CLASSES.human)}))`

/** Holds for rows of `events` of visits of a class; rows without a class are of people. */
export function rowsOfTraffic(traffic: Traffic): Sql {
  switch (traffic) {
    case 'human':
      return sql`evidence < ${SUSPECTED}`
    case 'suspected':
      return sql`evidence >= ${SUSPECTED}`
    case 'all':
      return sql`1`
  }
}

/** The same for rows of `events_15m`. */
export function quartersOfTraffic(traffic: Traffic): Sql {
  const suspected = integer(QUARTER_CLASSES.suspected)
  switch (traffic) {
    case 'human':
      return sql`class < ${suspected}`
    case 'suspected':
      return sql`class = ${suspected}`
    case 'all':
      return sql`1`
  }
}

/** The evidence on a row in words: the bits that say something of the visit, by their names. */
export const EVIDENCE_WORDS = [
  'engaged',
  'webdriver',
  'headless',
  'headless_weak',
  'contradicting_hints',
  'data_centre',
  'uniform_burst',
] as const satisfies readonly (keyof typeof EVIDENCE_BITS)[]
export type EvidenceWord = (typeof EVIDENCE_WORDS)[number]

/** The words of what a column `evidence` holds, separated by spaces; empty where there are none. */
export function evidenceWords(evidence: Sql): Sql {
  const words = EVIDENCE_WORDS.map(
    (word) => sql`if(bitAnd(${evidence}, ${integer(EVIDENCE_BITS[word])}) = 0, '', ${text(word)})`,
  )
  return sql`arrayStringConcat(arrayFilter(word -> word != '', [${joinSql(words, ', ')}]), ' ')`
}

/** The name of the class that a column `evidence` holds. */
export function trafficName(evidence: Sql): Sql {
  return sql`if(${evidence} >= ${SUSPECTED}, 'suspected', 'human')`
}

/** The name of the class of a row of `events`. */
export const TRAFFIC_OF_ROW: Sql = trafficName(sql`evidence`)
