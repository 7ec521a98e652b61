import { CredentialNotAccepted, InsufficientScope, RoleForbidden } from '@footfall/core-domain'

/** The scopes and roles of a service. */
export interface PolicyNames<Scope extends string, Role extends string> {
  /** No scope implies another, and there is no wildcard. */
  readonly scopes: readonly Scope[]
  /** The lowest first: each role includes the lower ones. */
  readonly roles: readonly Role[]
}

/** The scopes that a call requires. */
export interface ScopeAccess<Scope extends string> {
  readonly scope: Scope
  /** Additional scopes of parameters, by the names of the parameters. */
  readonly parameterScopes?: Readonly<Record<string, Scope>>
}

/** The access rules of one service: pure functions over its scopes and roles. */
export interface Policy<Scope extends string, Role extends string> extends PolicyNames<Scope, Role> {
  /** Whether a text names a scope exactly; `*` and prefixes do not. */
  isScope(text: string): text is Scope
  /** Names as a set. A name that is not a scope grants nothing. */
  scopeSet(names: Iterable<string>): ReadonlySet<Scope>
  roleAtLeast(role: Role, least: Role): boolean
  /** Throws `RoleForbidden`, whose text names the resource by `resource`. */
  assertRole(role: Role, least: Role | null, resource: string): void
}

/** The policy of a service with these scopes and roles. Throws `TypeError` for a name that is given twice. */
export function definePolicy<const Scope extends string, const Role extends string>({
  scopes,
  roles,
}: PolicyNames<Scope, Role>): Policy<Scope, Role> {
  const known: ReadonlySet<string> = new Set(scopes)
  const ranks: ReadonlyMap<string, number> = new Map(roles.map((role, rank) => [role, rank]))
  if (known.size < scopes.length || ranks.size < roles.length) throw new TypeError('A scope or a role is given twice.')
  const isScope = (text: string): text is Scope => known.has(text)
  /** An unknown role is below every role. */
  const rankOf = (role: Role) => ranks.get(role) ?? -1
  const roleAtLeast = (role: Role, least: Role) => rankOf(role) >= rankOf(least) && ranks.has(least)
  return {
    scopes,
    roles,
    isScope,
    scopeSet: (names) => new Set([...names].filter(isScope)),
    roleAtLeast,
    assertRole(role, least, resource) {
      if (least === null || roleAtLeast(role, least)) return
      throw new RoleForbidden(
        `This needs the role ${least} on the ${resource}; the account behind the credential is ${role}.`,
      )
    },
  }
}

type Parameters = Readonly<Record<string, unknown>>

/** Every scope that a call with these parameters needs. */
export function scopesNeeded<Scope extends string>(
  { scope, parameterScopes }: ScopeAccess<Scope>,
  parameters: Parameters,
): readonly Scope[] {
  if (parameterScopes === undefined) return [scope]
  const given = Object.entries(parameterScopes).filter(([name]) => parameters[name] !== undefined)
  return [...new Set([scope, ...given.map(([, needed]) => needed)])]
}

/** Throws `InsufficientScope`, which names every scope that the call needs. */
export function assertScopes<Scope extends string>(
  held: ReadonlySet<Scope>,
  access: ScopeAccess<Scope>,
  parameters: Parameters = {},
): void {
  const needed = scopesNeeded(access, parameters)
  if (!needed.every((scope) => held.has(scope))) throw new InsufficientScope(needed)
}

/** Throws `CredentialNotAccepted` if the operation does not accept this kind of credential. */
export function assertKind<Kind extends string>(kind: Kind, allowed: ReadonlySet<Kind>): void {
  if (!allowed.has(kind)) throw new CredentialNotAccepted()
}
