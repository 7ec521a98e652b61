import type { Role } from '@footfall/core-domain'
import type { Scope } from './scopes.ts'

/** What a call requires: one scope, and the lowest role on its product (null without a product). */
export interface Access {
  readonly scope: Scope
  readonly role: Role | null
}
