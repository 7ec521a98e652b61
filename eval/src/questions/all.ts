import { CAUSES } from './causes.ts'
import { ALL_SITES, COMPARISONS } from './comparisons.ts'
import { FROM_DOCS } from './from-docs.ts'
import { FUNNEL_QUESTIONS } from './funnels.ts'
import { INJECTION_QUESTIONS } from './injections.ts'
import { METRICS } from './metrics.ts'
import type { Question } from './question.ts'
import { READINGS } from './readings.ts'
import { RELATIONS } from './relations.ts'
import { UNKNOWABLE } from './unknowable.ts'
import { LABELS, TYPOS } from './wording.ts'
import { WRITES } from './writes.ts'

/** In the order in which they are asked. Those that change something come last. */
export const QUESTIONS: readonly Question[] = [
  ...METRICS,
  ...CAUSES,
  ...FUNNEL_QUESTIONS,
  ...COMPARISONS,
  ...ALL_SITES,
  ...TYPOS,
  ...LABELS,
  ...UNKNOWABLE,
  ...INJECTION_QUESTIONS,
  ...READINGS,
  ...RELATIONS,
  ...FROM_DOCS,
  ...WRITES,
]
