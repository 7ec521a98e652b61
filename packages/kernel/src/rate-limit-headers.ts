import type { PolicyState } from '@footfall/core-domain'

/** What limits say on every answer, allowed or not: each policy, and what is left of it. */
export function rateLimitHeaders(states: readonly PolicyState[]): [string, string][] {
  if (states.length === 0) return []
  return [
    ['RateLimit-Policy', states.map(({ policy, limit }) => `"${policy}";q=${limit};w=60`).join(', ')],
    [
      'RateLimit',
      states.map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`).join(', '),
    ],
  ]
}
