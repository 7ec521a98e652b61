import type { Role, ShareSection } from '@footfall/core-domain'
import type { ScopeAccess } from './policy.ts'
import type { Scope } from './scopes.ts'

/** What a call requires: its scopes, and the lowest role on its product (null without a product). */
export interface Access extends ScopeAccess<Scope> {
  readonly role: Role | null
  /** The section of the dashboard as part of which shared links may call it; absent if they may not. */
  readonly sharedAs?: ShareSection | 'any_section' | undefined
}
