import { type CredentialLimits, TOOLSETS, type Toolset } from '@footfall/core-domain'
import type { Scope } from '@footfall/scopes-policy'

/** The tool group of the operations that need a scope. */
export const TOOLSET_OF_SCOPE: Readonly<Record<Scope, Toolset>> = {
  'account:read': 'tokens',
  'products:read': 'analytics',
  'products:write': 'settings',
  'analytics:read': 'analytics',
  'diagnostics:read': 'analytics',
  'settings:read': 'settings',
  'settings:write': 'settings',
  'funnels:read': 'settings',
  'funnels:write': 'settings',
  'content:read': 'content',
  'content:write': 'content',
  'team:read': 'team',
  'team:write': 'team',
  'keys:read': 'tokens',
  'keys:write': 'tokens',
  'tokens:read': 'tokens',
  'tokens:write': 'tokens',
}

/** Warns of scopes and tool groups of a token that its limits make useless. */
export function uselessAccessWarnings(
  scopes: readonly Scope[],
  { read_only, toolsets, preview_first, approval }: CredentialLimits,
): string[] {
  const writing = scopes.filter((scope) => scope.endsWith(':write'))
  const warnings: string[] = []
  if (read_only && writing.length > 0)
    warnings.push(`${listed('The scope', writing)} no effect: the token is read only.`)
  if (preview_first && (read_only || writing.length === 0))
    warnings.push('Preview first has no effect: the token can change nothing.')
  if (approval && (read_only || writing.length === 0))
    warnings.push('Approval has no effect: the token can change nothing.')
  if (approval && !read_only) warnings.push(...secretWarnings(scopes))
  if (toolsets === null) return warnings
  const outside = scopes.filter((scope) => !toolsets.includes(TOOLSET_OF_SCOPE[scope]))
  if (outside.length > 0)
    warnings.push(
      `${listed('The scope', outside)} no effect: the tool groups of the token exclude the tools that need it.`,
    )
  const empty = TOOLSETS.filter(
    (toolset) => toolsets.includes(toolset) && !scopes.some((scope) => TOOLSET_OF_SCOPE[scope] === toolset),
  )
  if (empty.length > 0) warnings.push(`${listed('The tool group', empty)} no effect: the token has no scope for it.`)
  return warnings
}

/** A change that makes a secret cannot wait for approval. */
function secretWarnings(scopes: readonly Scope[]): readonly string[] {
  const things = [
    ...(scopes.includes('keys:write') ? ['Website API keys'] : []),
    ...(scopes.includes('tokens:write') ? ['account tokens'] : []),
  ]
  return things.length === 0
    ? []
    : [`With approval, the token can end ${things.join(' and ')} but not create them: a new secret cannot wait.`]
}

function listed(what: string, names: readonly string[]): string {
  return names.length === 1 ? `${what} ${names[0]} has` : `${what}s ${names.join(', ')} have`
}
