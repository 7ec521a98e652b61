import { InvalidRequest } from '@footfall/core-domain'
import type { z } from 'zod'

/** A valid command that cannot be executed; exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  /** What scripts distinguish errors by. */
  readonly code: string
  constructor(message: string, code = 'refused') {
    super(message)
    this.code = code
  }
}

/** The error for what a command names and nothing has, such as “The token tok_1”. The help says what lists those that exist. */
export function doesNotExist(what: string, help: string): CommandError {
  return new CommandError(`${what} does not exist; ${help}.`, 'not_found')
}

export function noProduct(given: string | undefined): CommandError {
  return doesNotExist(`The product ${given}`, '`footfall product list` lists them')
}

/** An invalid command line; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The option by which a command takes a field: `--window-minutes` for `window_minutes`. */
export function optionNamed(field: string): string {
  return `--${field.replaceAll('_', '-')}`
}

/** For an input that its schema rejects: names the option of each field. */
export function invalidOptions({ issues }: z.ZodError): UsageError {
  return new UsageError(issues.map(({ path, message }) => `--${String(path[0])}: ${message}`).join('\n'))
}

/** Runs the work; an error of the class becomes a `CommandError` with the text. */
export async function asCommandError<T>(
  kind: abstract new (...given: never[]) => Error,
  work: () => Promise<T>,
  textOf: (message: string) => string = (message) => message,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof kind ? new CommandError(textOf(error.message)) : error
  }
}

/** Executes a change, and names the option of each field that it rejects. */
export async function namingOptions<T>(optionOf: (path: string) => string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    throw new InvalidRequest(error.errors.map((field) => ({ ...field, path: optionOf(field.path) })))
  }
}
