export interface FieldProblem {
  /** Path of the field as the API names it, such as `domains.0.hostname`. */
  readonly path: string
  readonly message: string
}

/** `server_unreachable` is ours: no answer came at all. The others are the API's own codes. */
const UNREACHABLE = 'server_unreachable'

interface ProblemFields {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly errors: readonly FieldProblem[]
  readonly requestId: string | undefined
}

/** Why a call did not succeed, as something to show to a person. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  /** 0 when no answer came. */
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

  /** The session has ended, or never began. */
  get signedOut(): boolean {
    return this.status === 401
  }

  /** Whether the same call may well succeed a little later. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

export function unreachable(cause: unknown): ApiProblem {
  return new ApiProblem(
    {
      status: 0,
      code: UNREACHABLE,
      title: 'The server does not answer',
      detail: 'Check your connection, or try again in a moment.',
      errors: [],
      requestId: undefined,
    },
    { cause },
  )
}

/** What an answer that is no success says; something in between may have answered in the server's place. */
export function problemOf(status: number, body: unknown): ApiProblem {
  const fields: Readonly<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {}
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? value : undefined
  }
  return new ApiProblem({
    status,
    code: text('code') ?? 'unknown',
    title: text('title') ?? `The server answered with status ${status}`,
    detail: text('detail') ?? 'Try again; if it stays so, ask the people who run this service.',
    errors: Array.isArray(fields.errors) ? fields.errors.filter(isFieldProblem) : [],
    requestId: text('request_id'),
  })
}

function isFieldProblem(value: unknown): value is FieldProblem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  )
}
