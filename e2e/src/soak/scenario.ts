/** The result of a scenario. */
export interface Tally {
  /** Requests or attacks. */
  readonly tried: number
  /** Acknowledged and stored exactly once, or answered correctly. */
  readonly survived: number
  /** Acknowledged and not stored, or stored twice. */
  readonly lost: number
  /** Responses with a status of 500 or more, except 503. */
  readonly broken: number
  /** Responses with 503, which ask the client to retry. */
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
