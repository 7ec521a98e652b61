import type { Quotas } from '@footfall/operations'
import { count, type Values } from './fields.ts'

export const limitVariables = {
  RATE_LIMIT_REQUESTS: count.default(600),
  RATE_LIMIT_WRITES: count.default(60),
  RATE_LIMIT_COLLECT: count.default(6000),
  RATE_LIMIT_OAUTH: count.default(30),
  REPORTS_PER_ACCOUNT: count.default(8),
  QUOTA_PRODUCTS: count.default(100),
  QUOTA_TOKENS: count.default(500),
  QUOTA_KEYS: count.default(50),
  QUOTA_SHARED_LINKS: count.default(50),
  QUOTA_FUNNELS: count.default(100),
  QUOTA_MEMBERS: count.default(200),
}

export function limitSettings(env: Values<typeof limitVariables>) {
  return {
    /** Per minute; 0 means no limit. */
    rateLimits: {
      requests: env.RATE_LIMIT_REQUESTS,
      writes: env.RATE_LIMIT_WRITES,
      collect: env.RATE_LIMIT_COLLECT,
      /** Per address, on each endpoint that accepts credentials or registrations. */
      oauth: env.RATE_LIMIT_OAUTH,
    },
    /** Concurrent requests for reports of one account, or of one product's keys; 0 means no limit. */
    reportsPerAccount: env.REPORTS_PER_ACCOUNT,
    quotas: {
      products: env.QUOTA_PRODUCTS,
      tokens: env.QUOTA_TOKENS,
      keys: env.QUOTA_KEYS,
      sharedLinks: env.QUOTA_SHARED_LINKS,
      funnels: env.QUOTA_FUNNELS,
      members: env.QUOTA_MEMBERS,
    } satisfies Quotas,
  }
}
