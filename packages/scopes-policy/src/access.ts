import type { Role, ShareSection } from '@footfall/core-domain'
import type { Scope } from './scopes.ts'

/** What a call requires: its scopes, and the lowest role on its product (null without a product). */
export interface Access {
  readonly scope: Scope
  readonly role: Role | null
  /** Scopes that parameters need besides, by their names. */
  readonly parameterScopes?: Readonly<Record<string, Scope>>
  /** The section of the dashboard as part of which shared links may call it; absent where they may not. */
  readonly sharedAs?: ShareSection | 'any_section' | undefined
}
