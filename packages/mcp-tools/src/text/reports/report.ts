import type { ReportMeta } from '@footfall/core-domain'
import type { z } from 'zod'
import { textOfVisitors, textOnOneLine } from '../cells.ts'
import { rangeText } from '../days.ts'

/** What the text of a report needs in addition to its data. */
export interface ReportContext {
  readonly meta: ReportMeta | undefined
  /** Paths of what visitors wrote, such as `data.rows[].key`. */
  readonly written: ReadonlySet<string>
}

/** The lines of a report; undefined if the data is not that of the report. */
export type ReportText = (data: unknown, context: ReportContext) => readonly string[] | undefined

export function reportText<Schema extends z.ZodType>(
  schema: Schema,
  lines: (data: z.output<Schema>, context: ReportContext) => readonly string[],
): ReportText {
  return (data, context) => {
    const parsed = schema.safeParse(data)
    return parsed.success ? lines(parsed.data, context) : undefined
  }
}

/** A text at a path, quoted as what visitors wrote where it is. */
export function textAt(path: string, text: string, { written }: ReportContext): string {
  return written.has(path) ? textOfVisitors(text) : textOnOneLine(text)
}

/** The key of a row. Events without a value are in a row whose key is empty; those without a source came directly. */
export function keyAt(path: string, key: string, context: ReportContext, isOfSources = false): string {
  if (key !== '') return textAt(path, key, context)
  return isOfSources ? '(direct)' : '(none)'
}

/** The days of a report and their zone, after a comma; empty if the report has none. */
export function ofPeriod({ meta }: ReportContext): string {
  return meta === undefined ? '' : `, ${rangeText(meta)}, ${meta.timezone}`
}

/** A titled table, and nothing if it has no rows. */
export function titled(title: string, lines: readonly string[]): readonly string[] {
  return ['', `${title}:`, ...lines]
}
