/**
 * What is kept of each key of a closed day. A closed day holds the visits that began on one UTC day, so also the events
 * of those visits after midnight. A pseudonym lives as long, so distinct visitors of several days add up.
 *
 * Every number has two parts, before and after `cut`: the midnight of the product's zone that lies in the day. So a period
 * of local days is made of whole days and of one part of the first and the last.
 */

/** By the instant of the event. */
export const EVENT_NUMBERS = ['pageviews', 'customs', 'engaged_ms'] as const
/** By the instant at which the visit began. */
export const VISIT_NUMBERS = ['visits', 'unbounced', 'gap_ms', 'visit_pageviews'] as const

/** Numbers whose two parts add up to the whole. */
export type DaySum = (typeof EVENT_NUMBERS)[number] | (typeof VISIT_NUMBERS)[number]
/** `visitors` are distinct, so those of the two parts may be more than the whole. */
export type DayNumber = 'visitors' | DaySum
const DAY_SUMS: readonly DaySum[] = [...EVENT_NUMBERS, ...VISIT_NUMBERS]

export const DAY_PARTS = ['before', 'after'] as const
export type DayPart = (typeof DAY_PARTS)[number]

export function dayColumn(number: DayNumber, part: DayPart): string {
  return `${number}_${part}`
}

const inParts = (number: DayNumber, type: string) => DAY_PARTS.map((part) => `${dayColumn(number, part)} ${type}`)

/** The columns of `day_figures` that hold numbers, as `CREATE TABLE` takes them. `visitors` is the whole. */
export const DAY_NUMBER_COLUMNS: readonly string[] = [
  'visitors UInt32 CODEC(T64, ZSTD(1))',
  ...inParts('visitors', 'UInt32 CODEC(T64, ZSTD(1))'),
  ...DAY_SUMS.flatMap((number) => inParts(number, 'UInt64 CODEC(T64, ZSTD(1))')),
]

/** The keys of a row, in the order of the dimensions; what a list of dimensions is too short for is empty. */
export const DAY_KEYS = ['key_0', 'key_1', 'key_2'] as const

/**
 * Whose numbers a row has: of people, of suspected automation, or what suspected automation adds to the numbers of people, where a
 * visitor with visits of both classes adds nothing.
 */
export type DayTraffic = 'human' | 'suspected' | 'added'

/**
 * The `dimension` of a row with numbers by a list of dimensions. It is in the key of the table, so that numbers of people are as
 * close together as without the others; those of before there were classes are of people.
 */
export function dayDimension(list: string, traffic: DayTraffic): string {
  return traffic === 'human' ? list : `${traffic}:${list}`
}
