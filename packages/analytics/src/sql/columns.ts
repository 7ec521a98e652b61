import { identifier, type Sql } from '@footfall/warehouse'

/** The columns of what the engine returns. Numbers are by their place among the metrics of the question. */

export const bucketName: Sql = identifier('bucket')
export const keyName = (i: number): Sql => identifier(`key_${i}`)
/** The number itself. */
export const valueName = (at: number, range: PeriodName = 'current'): Sql => identifier(`value_${PREFIX[range]}${at}`)
/** The visitors behind it; only where cells may be withheld. */
export const peopleName = (at: number, range: PeriodName = 'current'): Sql => identifier(`people_${PREFIX[range]}${at}`)
/** Whether it is withheld. */
export const withheldName = (at: number, range: PeriodName = 'current'): Sql =>
  identifier(`withheld_${PREFIX[range]}${at}`)

/**
 * Visitors behind what the question without some filters counts and the question itself does not; `i` is the place among
 * its complements.
 */
export const complementName = (at: number, i: number, range: PeriodName = 'current'): Sql =>
  identifier(`complement_${i}_${PREFIX[range]}${at}`)

export type PeriodName = 'current' | 'earlier'
const PREFIX: Readonly<Record<PeriodName, string>> = { current: '', earlier: 'before_' }

/** A row by the names above. Counts come as text, what there is none of as null. */
export type ColumnValues = Readonly<Record<string, string | number | null | undefined>>
