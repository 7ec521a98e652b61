/** For the spans that are left when a process stops. */
export const STOP_DEADLINE_MS = 1_000
