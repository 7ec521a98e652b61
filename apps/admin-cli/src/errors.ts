/** The command was understood and cannot be done; exit code 1. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}

/** The command line was not understood; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
