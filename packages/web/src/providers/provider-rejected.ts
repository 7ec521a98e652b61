import * as openid from 'openid-client'

/** The provider rejected the sign-in, or its answer is not valid. `reason` is for the log: it names no person and no secret. */
export class ProviderRejected extends Error {
  override readonly name = 'ProviderRejected'
  readonly kind: 'denied' | 'invalid'
  readonly reason: string

  constructor(kind: 'denied' | 'invalid', reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.kind = kind
    this.reason = reason
  }

  static from(error: unknown): ProviderRejected {
    if (error instanceof ProviderRejected) return error
    if (error instanceof openid.AuthorizationResponseError)
      return new ProviderRejected(error.error === 'access_denied' ? 'denied' : 'invalid', word(error.error))
    if (error instanceof openid.ResponseBodyError) return invalidAnswer(word(error.error), error)
    if (error instanceof openid.ClientError) return invalidAnswer(`${error.message} ${error.code ?? ''}`.trim(), error)
    if (error instanceof Error) return invalidAnswer(error.message, error)
    return invalidAnswer('unknown')
  }
}

export function invalidAnswer(reason: string, cause?: unknown): ProviderRejected {
  return new ProviderRejected('invalid', reason, { cause })
}

/** An error code of another machine. */
function word(text: string): string {
  return /^[a-z_]{1,60}$/.test(text) ? text : 'unknown'
}
