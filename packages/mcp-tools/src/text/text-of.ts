import { ReportMeta } from '@footfall/core-domain'
import type { Answer } from '../services.ts'
import { answerText } from './answer-text.ts'
import { aboutLines } from './reports/about.ts'
import { REPORT_TEXTS } from './reports/report-texts.ts'

/** The answer of an operation of Footfall as text: reports have lines of their own. */
export function textOf(operation: string, answer: Answer, written: readonly string[]): string {
  const report = ReportMeta.safeParse(answer.meta)
  const data = REPORT_TEXTS.get(operation)?.(answer.data, { meta: report.data, written: new Set(written) })
  return answerText(answer, written, {
    data,
    meta: report.success ? aboutLines(report.data) : undefined,
    writers: 'visitors',
  })
}
