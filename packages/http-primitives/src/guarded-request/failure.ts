export type RequestFailure =
  | 'address_not_public'
  | 'too_large'
  | 'unknown_encoding'
  | 'damaged'
  | 'timed_out'
  | 'unreachable'

export class GuardedRequestFailed extends Error {
  readonly failure: RequestFailure

  constructor(failure: RequestFailure) {
    super(`The request failed: ${failure}.`)
    this.failure = failure
  }
}
