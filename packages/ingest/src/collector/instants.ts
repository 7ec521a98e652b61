/** `YYYY-MM-DD hh:mm:ss.mmm` in UTC, as the engine reads it. */
export function toMillis(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 23).replace('T', ' ')
}

/** `YYYY-MM-DD hh:mm:ss` in UTC. */
export function toSeconds(epochMs: number): string {
  return toMillis(epochMs).slice(0, 19)
}

/** The instant that `toMillis` or `toSeconds` wrote. */
export function fromEngine(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`)
}

const EARLIEST_MS = Date.UTC(2000, 0, 1)

/**
 * When something happened by the word of another machine. Its clock may run ahead, and the future would stay out of
 * every report; and the engine's seconds do not reach back as far as a calendar does.
 */
export function occurredAt(text: string | undefined, now: number): number {
  return text === undefined ? now : Math.max(EARLIEST_MS, Math.min(Date.parse(text), now))
}
