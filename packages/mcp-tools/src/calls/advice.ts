import { InvalidRequest } from '@footfall/core-domain'
import type { Problem } from '@footfall/kernel'
import type { EndpointServices } from '../services.ts'

/** What a model can do about an error, by its code. Absent if the error says it. */
const NEXT: Readonly<Partial<Record<string, string>>> = {
  invalid_request: 'Correct the arguments named in errors and call again.',
  idempotency_key_required: 'Call again with confirm: true and a new idempotency_key.',
  invalid_token: 'The client has to sign in again, or be given a new token.',
  insufficient_scope: 'This kind of credential cannot be given that scope. Tell the person.',
  credential_not_accepted: 'Do not try again with this credential; tell the person.',
  role_forbidden:
    'More scopes would not help. Tell the person that somebody with that role has to do it or to raise theirs.',
  not_found: 'Check the identifiers with the tools that list them.',
  idempotency_conflict: 'If this is another change, preview it first.',
  revision_conflict: 'Preview the change on what is there now, and confirm that with a new idempotency_key.',
  already_exists: 'Read what is there before making another.',
  quota_exceeded: 'Tell the person: something has to be removed first, or the operator has to raise the quota.',
  internal_error:
    'Trying once more may help. A confirmed change is safe to repeat with the same idempotency_key and the same arguments.',
  service_unavailable: 'A confirmed change is safe to repeat with the same idempotency_key and the same arguments.',
}

export interface ProblemForModel {
  /** The problem that every channel answers, with the next step added to `detail`. */
  readonly problem: Problem
  /** The detail without that step, which is none for a person; empty where `errors` say all of it. */
  readonly detailForPerson: string
}

export function problemForModel(
  error: unknown,
  requestId: string,
  { host, advice }: EndpointServices,
): ProblemForModel {
  const problem = host.problems.problemOf(error, requestId)
  const own = error instanceof InvalidRequest ? detailOf(error) : problem.detail
  const detail = [own, advice?.[problem.code] ?? NEXT[problem.code] ?? ''].filter((part) => part !== '').join(' ')
  return { problem: { ...problem, detail }, detailForPerson: own }
}

/** What the errors themselves do not say; lists of what is accepted are long, and a model pays for each. */
function detailOf({ detail, errors }: InvalidRequest): string {
  const isRepeated = errors.length > 0 && errors.every(({ message }) => detail.includes(message))
  return isRepeated || detail === '' ? '' : sentence(detail)
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
