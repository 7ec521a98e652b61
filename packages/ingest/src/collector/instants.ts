const SECONDS_MAX = 1000
/** Of the seconds asked for last: events of one second come together, and writing an instant is a tenth of collecting one. */
const seconds = new Map<number, string>()

/** `YYYY-MM-DD hh:mm:ss.mmm` in UTC, as the engine reads it. */
export function toMillis(epochMs: number): string {
  const ms = Math.trunc(epochMs)
  return `${toSeconds(ms)}.${String(((ms % 1000) + 1000) % 1000).padStart(3, '0')}`
}

/** `YYYY-MM-DD hh:mm:ss` in UTC. */
export function toSeconds(epochMs: number): string {
  const second = Math.floor(Math.trunc(epochMs) / 1000)
  const known = seconds.get(second)
  if (known !== undefined) return known
  const text = new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ')
  if (seconds.size >= SECONDS_MAX) seconds.clear()
  seconds.set(second, text)
  return text
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
