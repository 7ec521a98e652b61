import { ApiProblem, type FieldProblem } from '../api/problem.ts'

/** What a form still needs before there is anything to send; shown just as a refusal of the server is. */
export function incomplete(errors: readonly FieldProblem[]): ApiProblem {
  return new ApiProblem({
    status: 400,
    code: 'incomplete',
    title: 'Something is missing',
    detail: 'Fill in what is marked.',
    errors,
    requestId: undefined,
  })
}
