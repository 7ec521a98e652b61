/** A check of readiness that takes longer counts as down. */
export const CHECK_TIMEOUT_MS = 2_000
