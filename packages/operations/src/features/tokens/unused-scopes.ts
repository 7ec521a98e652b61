import { type AccountToken, DAY_MS, type ScopeUses } from '@footfall/core-domain'

/** A scope that was not used for so long can be taken from a token. */
export const UNUSED_AFTER_DAYS = 30

/**
 * The scopes of an active token that were not used for 30 days, in its order; none while its uses are recorded for a shorter
 * time.
 */
export function unusedScopes(
  { scopes, status }: Pick<AccountToken, 'scopes' | 'status'>,
  { since, uses }: ScopeUses,
  now: number,
): readonly string[] {
  const limit = now - UNUSED_AFTER_DAYS * DAY_MS
  if (status !== 'active' || Date.parse(since) > limit) return []
  return scopes.filter((scope) => {
    const used = uses.get(scope)
    return used === undefined || Date.parse(used) <= limit
  })
}
