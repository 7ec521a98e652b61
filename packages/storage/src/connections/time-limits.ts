/** For a connection to PostgreSQL, also while others of the pool are in use. */
export const CONNECT_TIMEOUT_MS = 5_000
/** The server cancels a statement first; the client gives up when no answer arrives. */
export const STATEMENT_TIMEOUT_MS = 15_000
export const ANSWER_TIMEOUT_MS = 20_000
/** How long another process may hold a lock of SQLite before a statement gives up. */
export const BUSY_TIMEOUT_MS = 5_000
/** Requests wait no longer to be counted for all replicas together. */
export const COUNT_TIMEOUT_MS = 1_000
