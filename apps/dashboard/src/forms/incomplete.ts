import { ApiProblem, type FieldProblem } from '../api/problem.ts'
import { t } from '../messages/messages.ts'

/** A problem found before sending, shown like one of the service. */
export function incomplete(errors: readonly FieldProblem[]): ApiProblem {
  return new ApiProblem({
    status: 400,
    code: 'incomplete',
    title: t('forms.incomplete'),
    detail: t('forms.incomplete_hint'),
    errors,
    requestId: undefined,
  })
}
