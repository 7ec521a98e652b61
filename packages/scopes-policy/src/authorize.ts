import { CredentialNotAccepted, NotFound, type ProductId, type ProductWithRole } from '@footfall/core-domain'
import type { Access } from './access.ts'
import { FOOTFALL } from './footfall.ts'
import { assertKind, assertScopes } from './policy.ts'
import { actsForAccount, CHANNEL_CREDENTIALS, type Channel, type Principal, type PrincipalKind } from './principal.ts'
import { selects } from './selection.ts'

/**
 * The checks of a call, in the order in which they must be asked: kind of credential → scope → selection → role.
 * Each throws its own error, so that a later check never reports a failure of an earlier one.
 */
export function assertPrincipalKind(principal: Principal, allowed: ReadonlySet<PrincipalKind>, channel: Channel): void {
  assertKind(principal.kind, CHANNEL_CREDENTIALS[channel])
  assertKind(principal.kind, allowed)
  // Payment and crawler intake keys send to their own intake and read nothing.
  if (principal.kind === 'website_key' && principal.keyKind !== 'api') throw new CredentialNotAccepted()
}

/** A shared link calls only what belongs to a section that it shows. */
export function assertSection(principal: Principal, { sharedAs }: Pick<Access, 'sharedAs'>): void {
  if (principal.kind !== 'shared_link') return
  if (sharedAs === 'any_section') return
  if (sharedAs === undefined || !principal.sections.has(sharedAs))
    throw new CredentialNotAccepted('This shared link does not show this section.')
}

export function assertScope(
  principal: Principal,
  access: Access,
  parameters: Readonly<Record<string, unknown>> = {},
): void {
  assertScopes(principal.scopes, access, parameters)
}

/** A product outside the selection gets the same error as one that does not exist. */
export function assertSelected(principal: Principal, product: ProductId): void {
  const within = actsForAccount(principal) ? selects(principal.selection, product) : principal.product === product
  if (!within) throw new NotFound()
}

export function assertRole(product: ProductWithRole, access: Access): void {
  FOOTFALL.assertRole(product.role, access.role, 'product')
}
