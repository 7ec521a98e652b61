import type { Migration } from './migration.ts'

/** How a confirmed request named its product, and the id that it meant. Null for requests by id, and for every one from before. */
export const namesAsGiven: Migration = {
  statements: ({ text }) => [
    `alter table idempotency_records add column given_fingerprint ${text}`,
    `alter table idempotency_records add column meant ${text}`,
  ],
}
