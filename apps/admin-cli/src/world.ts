import type { Clock, RandomSource } from '@footfall/core-domain'

/** The world as the program was started in it. */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly random: RandomSource
  /** Whether a person watches standard error. */
  readonly interactive: boolean
  out(text: string): void
  err(text: string): void
  /** Writes to standard error as it is, without a line's end. */
  draw(text: string): void
  /** What a person at the terminal types; undefined where nobody can be asked. */
  ask(question: string): Promise<string | undefined>
  /** All of standard input, without its last newline. */
  readStdin(): Promise<string>
}
