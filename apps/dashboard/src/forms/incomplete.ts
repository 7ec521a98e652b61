import { ApiProblem, type FieldProblem } from '../api/problem.ts'

/** A problem found before sending, shown like one of the service. */
export function incomplete(errors: readonly FieldProblem[]): ApiProblem {
  return new ApiProblem({
    status: 400,
    code: 'incomplete',
    title: 'Some fields are missing',
    detail: 'Complete the marked fields.',
    errors,
    requestId: undefined,
  })
}
