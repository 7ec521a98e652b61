import type { Migration } from './migration.ts'

/** When a Website API key ends. Null for keys without an end, and so for every key from before. */
export const keyExpiry: Migration = {
  statements: ({ text }) => [`alter table product_keys add column expires_at ${text}`],
}
