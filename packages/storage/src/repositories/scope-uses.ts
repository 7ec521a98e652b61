import { existing, type ScopeUseReader, type ScopeUses, type Timestamp, type TokenId } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'

export function scopeUseReader({ db }: Executor): ScopeUseReader {
  const joined = db
    .selectFrom('account_tokens')
    .leftJoin('token_scope_uses', 'token_scope_uses.token_id', 'account_tokens.id')
    .select(['account_tokens.id', 'account_tokens.scopes_watched_since as since'])
    .select(['token_scope_uses.scope', 'token_scope_uses.last_used_at'])
  return {
    async ofToken(token) {
      const rows = await joined.where('account_tokens.id', '=', token).execute()
      return existing(byToken(rows).get(token))
    },
    ofTokens: async (tokens) =>
      tokens.length === 0 ? new Map() : byToken(await joined.where('account_tokens.id', 'in', tokens).execute()),
  }
}

interface Row {
  readonly id: TokenId
  readonly since: Timestamp
  readonly scope: string | null
  readonly last_used_at: Timestamp | null
}

function byToken(rows: readonly Row[]): ReadonlyMap<TokenId, ScopeUses> {
  const found = new Map<TokenId, { since: Timestamp; uses: Map<string, Timestamp> }>()
  for (const { id, since, scope, last_used_at } of rows) {
    const token = found.get(id) ?? { since, uses: new Map() }
    found.set(id, token)
    if (scope !== null && last_used_at !== null) token.uses.set(scope, last_used_at)
  }
  return found
}
