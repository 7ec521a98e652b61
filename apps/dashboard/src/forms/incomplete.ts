import { ApiProblem, type FieldProblem } from '../api/problem.ts'

/** What need not be sent to know that the service would refuse it; shown just as its refusal is. */
export function refused(errors: readonly FieldProblem[]): ApiProblem {
  return new ApiProblem({
    status: 400,
    code: 'invalid_request',
    title: 'Something is not right yet',
    detail: 'Mend what is marked.',
    errors,
    requestId: undefined,
  })
}

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
