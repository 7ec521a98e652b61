import type { Clock, RandomSource } from '@footfall/core-domain'

/** The environment, clock, randomness and terminal of the program. */
export interface Dependencies {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly random: RandomSource
  /** Whether standard error is a terminal. */
  readonly interactive: boolean
  /** Width of the terminal that reads standard output, in characters; undefined where none does. */
  readonly columns: number | undefined
  out(text: string): void
  err(text: string): void
  readonly fetch: typeof globalThis.fetch
  wait(milliseconds: number): Promise<void>
  /** The name of this computer, for people. */
  hostname(): string
  /** Writes to standard error without a line break. */
  draw(text: string): void
  /** Asks at the terminal; undefined where standard input is none. */
  ask(question: string): Promise<string | undefined>
  /** All of standard input, without its last line break. */
  readStdin(): Promise<string>
}
