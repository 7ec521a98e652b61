import { integer, type Sql, sql, text } from '@footfall/warehouse'
import { strings } from './choices.ts'

/** Errors of the demo’s pages, by their places: message, script and stack. */
const MESSAGES = [
  "TypeError: Cannot read properties of undefined (reading 'title')",
  'ChunkLoadError: Loading chunk 17 failed',
  "ReferenceError: Can't find variable: ResizeObserver",
  'Script error.',
] as const
const SOURCES = ['/assets/app.js:1:48213', '/assets/loader.js:12:7', '/assets/editor.js:3:991', ''] as const
const STACKS = [
  'at renderTitle (/assets/app.js:1:48213)\nat update (/assets/app.js:1:50110)',
  'at load (/assets/loader.js:12:7)',
  'global code@/assets/editor.js:3:991',
  '',
] as const

/** The columns that `pageReports` fills. */
export const PAGE_REPORT_NAMES = sql`lcp, inp, cls, ttfb, fcp, error_count, error, error_message, error_source, error_stack`

/**
 * What the demo’s pages report when they are left: web vitals of most, slower on phones and on the page of prices, and now
 * and then an error. Expressions over rows with `kind`, `visit`, `position`, `device` and the path as `event.4`.
 */
export function pageReports(): Sql {
  const roll = (stream: string) => sql`cityHash64(visit, position, ${text(stream)})`
  /** Around a typical value, with a long tail as in real browsers. */
  const about = (stream: string, typical: number) =>
    sql`(${integer(typical)} * (0.4 - 0.6 * log((${roll(stream)} % 100000 + 1) / 100001)))`
  const slower = sql`(if(device = 'mobile', 1.7, 1) * if(event.4 = '/pricing', 1.6, 1))`
  const first = sql`${about('ttfb', 350)} * ${slower}`
  const painted = sql`${first} + ${about('fcp', 500)} * ${slower}`
  const measured = (percent: number, value: Sql) =>
    sql`if(kind = 'engagement' AND ${roll('measured')} % 100 < ${integer(percent)}, toInt32(${value}), -1)`
  const isError = sql`kind = 'engagement' AND ${roll('fails')} % 250 = 0`
  const which = sql`(1 + ${roll('which')} % ${integer(MESSAGES.length)})`
  const textOf = (texts: readonly string[]) => sql`if(${isError}, ${strings(texts)}[${which}], '')`
  return sql`${measured(90, sql`${painted} + ${about('lcp', 700)} * ${slower}`)} AS lcp,
    ${measured(65, sql`${about('inp', 90)} * ${slower}`)} AS inp,
    ${measured(90, about('cls', 500))} AS cls,
    ${measured(90, first)} AS ttfb,
    ${measured(90, painted)} AS fcp,
    if(kind = 'engagement', if(${isError}, toInt32(1 + ${roll('often')} % 3), 0), -1) AS error_count,
    if(${isError}, cityHash64(${strings(MESSAGES)}[${which}]), 0) AS error,
    ${textOf(MESSAGES)} AS error_message,
    ${textOf(SOURCES)} AS error_source,
    ${textOf(STACKS)} AS error_stack`
}
