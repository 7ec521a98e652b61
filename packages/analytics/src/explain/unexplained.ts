import type { AskedFilter, AskedScope } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import type { CollectedData } from '../days/collected.ts'
import type { Question } from '../question/question.ts'
import type { Numbers } from '../read/numbers.ts'

/** A question with the numbers that were read for it. */
export interface Unexplained {
  readonly reader: Reader
  readonly scope: AskedScope
  readonly question: Question
  /** The filters as they were understood, in the order of those of the question. */
  readonly filters: readonly AskedFilter[]
  readonly collected: CollectedData
  readonly numbers: Numbers
}
