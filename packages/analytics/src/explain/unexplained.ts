import type { AskedFilter, ReportScope } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import type { Question } from '../question/question.ts'
import type { Evidence } from './evidence.ts'

/** A question with what the events of its product show about it. */
export interface Unexplained {
  readonly reader: Reader
  readonly scope: ReportScope
  readonly question: Question
  readonly evidence: Evidence
  /** As they were understood, in the order of those of the question. */
  readonly filters: readonly AskedFilter[]
}

export interface UnexplainedZeros extends Unexplained {
  /** The places of the metrics without a value. */
  readonly zeros: readonly number[]
}
