import { createHash } from 'node:crypto'
import {
  cleanText,
  ERROR_MESSAGE_LENGTH_MAX,
  ERROR_SOURCE_LENGTH_MAX,
  ERROR_STACK_BYTES_MAX,
  InvalidRequest,
  SCRIPT_ERROR_EVENT,
  type ScriptError,
  VITAL_MS_MAX,
  VITAL_SCORE_MAX,
  WEB_VITALS,
  WEB_VITALS_EVENT,
  type WebVital,
  type WebVitals,
} from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'

/** The columns of `events` that hold reports of pages. */
export type PageReportColumns = Pick<
  EventRow,
  WebVital | 'error_count' | 'error' | 'error_message' | 'error_source' | 'error_stack'
>

export interface PageReported {
  readonly name: string
  readonly vitals?: WebVitals | undefined
  readonly error?: ScriptError | undefined
  readonly watches_errors?: boolean | undefined
}

/** The event names of page reports. */
export const PAGE_REPORTS: readonly string[] = [WEB_VITALS_EVENT, SCRIPT_ERROR_EVENT]

export const isPageReport = (name: string): boolean => PAGE_REPORTS.includes(name)

/** The columns of an event; none for one that reports nothing. Throws `InvalidRequest` for a report without its content. */
export function pageReportColumns({ name, vitals, error, watches_errors }: PageReported): PageReportColumns {
  switch (name) {
    case WEB_VITALS_EVENT:
      if (vitals === undefined) throw missing('vitals', name)
      return vitalColumns(vitals)
    case SCRIPT_ERROR_EVENT:
      if (error === undefined) throw missing('error', name)
      return errorColumns(error)
    case 'engagement':
      return watches_errors === true ? { error_count: 0 } : {}
    default:
      return {}
  }
}

function missing(field: string, name: string): InvalidRequest {
  return new InvalidRequest([{ path: field, message: `must be there when name is ${name}` }])
}

/** Whole milliseconds, and the score in ten-thousandths. */
function vitalColumns(vitals: WebVitals): PageReportColumns {
  const columns: Partial<Record<WebVital, number>> = {}
  for (const vital of WEB_VITALS) {
    const value = vitals[vital]
    if (value === undefined) continue
    columns[vital] =
      vital === 'cls'
        ? Math.round(Math.min(value, VITAL_SCORE_MAX) * 10_000)
        : Math.round(Math.min(value, VITAL_MS_MAX))
  }
  return columns
}

function errorColumns({ message, source = '', line, column, stack = '', count }: ScriptError): PageReportColumns {
  const text = cleanText(withoutQueries(message), ERROR_MESSAGE_LENGTH_MAX)
  const script = cleanText(withoutQueries(source), ERROR_SOURCE_LENGTH_MAX)
  return {
    error_count: count,
    error: fingerprint(text, script),
    error_message: text,
    error_source: script === '' ? '' : [script, line, column].filter((part) => part !== undefined).join(':'),
    error_stack: stackText(stack),
  }
}

/**
 * 64 bits that stay the same for the same error: numbers and hexadecimal runs differ between releases and records, and
 * so do lines.
 */
function fingerprint(message: string, source: string): string {
  const stable = (text: string) => text.replace(/\b(?=[a-z-]*\d)[0-9a-f-]{6,}\b|\d+/gi, '0')
  const digest = createHash('sha256')
    .update(JSON.stringify([stable(message), stable(source)]))
    .digest()
  return digest.readBigUInt64BE(0).toString()
}

/** Lines stay lines; each is cleaned by itself. */
function stackText(stack: string): string {
  const lines = stack.split('\n').map((line) => cleanText(withoutQueries(line), ERROR_MESSAGE_LENGTH_MAX))
  const kept: string[] = []
  let bytes = 0
  for (const line of lines) {
    if (line === '') continue
    bytes += Buffer.byteLength(line) + 1
    if (bytes > ERROR_STACK_BYTES_MAX) break
    kept.push(line)
  }
  return kept.join('\n')
}

/** Addresses in a text without query and fragment, which may hold secrets; the line and column after them stay. */
export function withoutQueries(text: string): string {
  return text.replace(/[^\s()'"<>`]+/g, (word) => {
    if (/^data:/i.test(word)) return 'data:'
    const slash = word.indexOf('/')
    const rest = slash < 0 ? -1 : word.slice(slash).search(/[?#]/)
    // Without a slash before, `app.js?key=1` is an address and `a?b` is not.
    const ends = [rest < 0 ? -1 : slash + rest, word.search(/[?#][\w.-]+=/)].filter((at) => at >= 0)
    if (ends.length === 0) return word
    const place = /:\d+(?::\d+)?$/.exec(word.slice(-24))?.[0] ?? ''
    return word.slice(0, Math.min(...ends)) + place
  })
}
