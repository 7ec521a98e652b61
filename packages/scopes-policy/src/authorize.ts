import {
  CredentialNotAccepted,
  InsufficientScope,
  NotFound,
  type ProductId,
  type ProductWithRole,
  RoleForbidden,
} from '@footfall/core-domain'
import type { Access } from './access.ts'
import { actsForAccount, CHANNEL_CREDENTIALS, type Channel, type Principal, type PrincipalKind } from './principal.ts'
import { roleAtLeast } from './roles.ts'
import type { Scope } from './scopes.ts'
import { selects } from './selection.ts'

/**
 * The checks of a call, in the order in which they must be asked: kind of credential → scope → selection → role.
 * Each throws the refusal that belongs to it, so that a later one never speaks for an earlier one.
 */
export function assertPrincipalKind(principal: Principal, allowed: ReadonlySet<PrincipalKind>, channel: Channel): void {
  if (!CHANNEL_CREDENTIALS[channel].has(principal.kind) || !allowed.has(principal.kind))
    throw new CredentialNotAccepted()
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

export function assertScope(principal: Principal, access: Access, parameters: Parameters = {}): void {
  const needed = scopesNeeded(access, parameters)
  if (!needed.every((scope) => principal.scopes.has(scope))) throw new InsufficientScope(needed)
}

type Parameters = Readonly<Record<string, unknown>>

/** Every scope that a call with these parameters needs. */
export function scopesNeeded({ scope, parameterScopes = {} }: Access, parameters: Parameters): readonly Scope[] {
  const given = Object.entries(parameterScopes).filter(([name]) => parameters[name] !== undefined)
  return [...new Set([scope, ...given.map(([, needed]) => needed)])]
}

/** A product outside the selection gets the same refusal as one that does not exist. */
export function assertSelected(principal: Principal, product: ProductId): void {
  const within = actsForAccount(principal) ? selects(principal.selection, product) : principal.product === product
  if (!within) throw new NotFound()
}

export function assertRole(product: ProductWithRole, access: Access): void {
  if (access.role !== null && !roleAtLeast(product.role, access.role)) {
    throw new RoleForbidden(
      `This needs the role ${access.role} on the product; the account behind the credential is ${product.role}. More scopes would not help.`,
    )
  }
}
