/** `YYYY-MM-DD hh:mm:ss.mmm` in UTC, as the engine reads it. */
export function toMillis(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 23).replace('T', ' ')
}

/** `YYYY-MM-DD hh:mm:ss` in UTC. */
export function toSeconds(epochMs: number): string {
  return toMillis(epochMs).slice(0, 19)
}

/** The inverse of `toMillis` and `toSeconds`. */
export function fromEngine(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`)
}

const EARLIEST_MS = Date.UTC(2000, 0, 1)

/**
 * When something happened according to another machine. Its clock may be ahead, and future events would appear in no
 * report; the engine’s seconds do not reach as far back as a calendar.
 */
export function occurredAt(text: string | undefined, now: number): number {
  return text === undefined ? now : Math.max(EARLIEST_MS, Math.min(Date.parse(text), now))
}
