import type { Migration } from './migration.ts'

/** When a session was last authenticated, and failed sign-in attempts. */
export const signIn: Migration = {
  statements({ text, table }) {
    const columns = [
      `subject ${text} primary key`,
      'failures integer not null',
      `blocked_until ${text} not null`,
      `hour_began_at ${text} not null`,
      'hour_entries integer not null',
      `expires_at ${text} not null`,
      'version integer not null',
    ]
    return [
      `alter table sessions add column authenticated_at ${text} not null default ''`,
      'update sessions set authenticated_at = created_at',
      table('sign_in_attempts', ...columns),
      'create index sign_in_attempts_by_end on sign_in_attempts (expires_at)',
    ]
  },
}
