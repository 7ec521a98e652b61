/** What a scenario tells at its end. */
export interface Tally {
  /** Requests, or attacks, that were made. */
  readonly tried: number
  /** Acknowledged, and found afterwards exactly once; or answered as they should be. */
  readonly survived: number
  /** Acknowledged and not found, or found twice. */
  readonly lost: number
  /** Answers of 500 and above, save 503, which says honestly: come back. */
  readonly broken: number
  /** Answers of 503. */
  readonly deferred: number
  readonly note: string
}

export interface Scenario {
  readonly name: string
  run(): Promise<Tally>
}

export function countBroken(statuses: ReadonlyMap<number, number>): number {
  return [...statuses].reduce((sum, [status, n]) => (status >= 500 && status !== 503 ? sum + n : sum), 0)
}
