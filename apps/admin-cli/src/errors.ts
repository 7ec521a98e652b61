import { InvalidRequest } from '@footfall/core-domain'

/** The command was understood and cannot be done; exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** The command line was not understood; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Executes a change, and names the option of each field where the input is refused. Throws what `work` throws. */
export async function namingOptions<T>(optionOf: (path: string) => string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    throw new InvalidRequest(error.errors.map((field) => ({ ...field, path: optionOf(field.path) })))
  }
}
