import type { Role } from '@footfall/core-domain'
import type { Scope } from './scopes.ts'

/** What a call needs: one scope, and the least role on the product that it touches (null where it touches none). */
export interface Access {
  readonly scope: Scope
  readonly role: Role | null
}
