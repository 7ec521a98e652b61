import { knownMessage, t } from '../messages/messages.ts'

export interface FieldProblem {
  /** Path of the field as the API names it, such as `domains.0.hostname`. */
  readonly path: string
  readonly message: string
  /** Accepted values near the rejected one. */
  readonly didYouMean?: readonly string[]
}

/** Set by the dashboard when no answer came. All other codes are the API's. */
const UNREACHABLE = 'server_unreachable'

interface ProblemFields {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly errors: readonly FieldProblem[]
  readonly requestId: string | undefined
}

/** Why a call failed, ready to show. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  /** 0 if no answer came. */
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly errors: readonly FieldProblem[]
  readonly requestId: string | undefined

  constructor({ status, code, title, detail, errors, requestId }: ProblemFields, options?: ErrorOptions) {
    super(detail, options)
    this.status = status
    this.code = code
    this.title = title
    this.detail = detail
    this.errors = errors
    this.requestId = requestId
  }

  /** There is no valid session, or it lacks the second factor that the service requires. */
  get isSignedOut(): boolean {
    return this.status === 401 || this.code === 'second_factor_required'
  }

  /** Whether the same call may succeed later. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

export function unreachable(cause: unknown): ApiProblem {
  return new ApiProblem(
    {
      status: 0,
      code: UNREACHABLE,
      title: t('problems.unreachable'),
      detail: t('problems.unreachable_hint'),
      errors: [],
      requestId: undefined,
    },
    { cause },
  )
}

/**
 * The problem in an answer, with a title of the dashboard's own where it knows the code. A proxy may have answered instead
 * of the service, so nothing is assumed of the body.
 */
export function problemOf(status: number, body: unknown): ApiProblem {
  const fields: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {}
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? value : undefined
  }
  const code = text('code') ?? 'unknown'
  return new ApiProblem({
    status,
    code,
    title: knownMessage(`problems.code_${code}`) ?? text('title') ?? t('problems.unknown', { status }),
    detail: text('detail') ?? t('problems.unknown_hint'),
    errors: Array.isArray(fields.errors) ? fields.errors.flatMap(fieldProblemOf) : [],
    requestId: text('request_id'),
  })
}

function fieldProblemOf(value: unknown): readonly FieldProblem[] {
  const fields: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {}
  const { path, message, did_you_mean: near } = fields
  if (typeof path !== 'string' || typeof message !== 'string') return []
  if (!Array.isArray(near)) return [{ path, message }]
  return [{ path, message, didYouMean: near.filter((name): name is string => typeof name === 'string') }]
}
