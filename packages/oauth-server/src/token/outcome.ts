import type { TokenFailure } from './failures.ts'
import type { IssuedTokens } from './issue.ts'

export type TokenOutcome =
  | {
      readonly ok: true
      readonly tokens: IssuedTokens
      readonly scopes: readonly string[]
      readonly mayRefresh: boolean
    }
  | { readonly ok: false; readonly failure: TokenFailure }
