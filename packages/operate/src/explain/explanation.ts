/** Why something cannot be used, and what to do about it. Each is a short text in one line. */
export interface Explanation {
  readonly found: string
  readonly fix: string
}

/** A service that cannot start. The message is one line: the variable, what was found, what to do. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
  constructor(variable: string, { found, fix }: Explanation, cause: unknown) {
    super(`${variable} cannot be used: ${found.replace(/\.$/, '')}. ${fix}`, { cause })
  }
}
