import { isVisitConstant } from '../definitions/dimensions.ts'
import { isAboutVisit } from '../question/condition.ts'
import type { Question } from '../question/question.ts'

/** Whether the keys and the filters of a question are the same for all rows of a visit. */
export function isOfWholeVisits({ dimensions, filters }: Question): boolean {
  return dimensions.every(isVisitConstant) && filters.flat().every(isAboutVisit)
}
