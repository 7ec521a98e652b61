import { type ErrorCode, InvalidRequest } from '@footfall/core-domain'
import { type Problem, problemOf } from '@footfall/operations'

/** What a model can do about a refusal. Empty where the refusal itself says it. */
const NEXT: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'Correct the arguments named in errors and call again.',
  identity_off: 'Leave visitor out, or tell the person that the product does not identify visitors.',
  idempotency_key_required: 'Call again with confirm: true and a new idempotency_key.',
  invalid_token: 'The client has to sign in again, or be given a new token.',
  insufficient_scope:
    'This kind of credential cannot be given that scope. Tell the person that it needs an account token.',
  credential_not_accepted: 'Do not try again with this credential; tell the person.',
  role_forbidden:
    'More scopes would not help. Tell the person that somebody with that role has to do it or to raise theirs.',
  reauthentication_required: 'Only a person in the dashboard can do this.',
  second_factor_required: 'Only a person in the dashboard can do this.',
  delegation_exceeded: 'Ask for no more than the calling token has.',
  not_found:
    'Check the identifiers: service_products_list shows the products that can be reached, and the list and get tools what each holds.',
  method_not_allowed: '',
  idempotency_conflict: 'If this is another change, preview it first.',
  request_in_progress: '',
  outcome_unknown: '',
  revision_conflict:
    'Read it again, preview the change on what is there now, and confirm that with a new idempotency_key.',
  already_exists: 'Read what is there before making another.',
  quota_exceeded: 'Tell the person: something has to be removed first, or the operator has to raise the quota.',
  payload_too_large: '',
  unsupported_media_type: '',
  rate_limited: '',
  internal_error:
    'Trying once more may help. A confirmed change is safe to repeat with the same idempotency_key and the same arguments.',
  service_unavailable: 'A confirmed change is safe to repeat with the same idempotency_key and the same arguments.',
}

/** A refusal for a model: the problem that every channel answers, with the next step added to `detail`. */
export function problemForModel(error: unknown, requestId: string): Problem {
  const problem = problemOf(error, requestId)
  const detail = error instanceof InvalidRequest ? detailOf(error) : problem.detail
  return { ...problem, detail: [detail, NEXT[problem.code]].filter((part) => part !== '').join(' ') }
}

/** What the errors themselves do not say; lists of what is accepted are long, and a model pays for each. */
function detailOf({ detail, errors }: InvalidRequest): string {
  const isRepeated = errors.length > 0 && errors.every(({ message }) => detail.includes(message))
  return isRepeated || detail === '' ? '' : sentence(detail)
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
