export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
/** A day of UTC. A day of a time zone may be shorter or longer: see `zonedDay`. */
export const DAY_MS = 24 * HOUR_MS

/** The engine counts in seconds. */
export const HOUR_SECONDS = HOUR_MS / SECOND_MS
export const DAY_SECONDS = DAY_MS / SECOND_MS
