/** A command was understood and cannot be done; exit code 1. The message is for a person. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** A command was not understood; exit code 2. */
export class Usage extends Error {
  override readonly name = 'Usage'
}
