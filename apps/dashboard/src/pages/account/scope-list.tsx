import type { ReactNode } from 'react'
import { ALL_SCOPES, scopeLabel } from './scope-labels.ts'

/** Scopes as a list of labels. */
export function ScopeList({ scopes }: { readonly scopes: readonly string[] }): ReactNode {
  const known = ALL_SCOPES.filter((scope) => scopes.includes(scope))
  const others = scopes.filter((scope) => !known.some((candidate) => candidate === scope))
  return (
    <ul className="grid gap-1">
      {[...known, ...others].map((scope) => (
        <li key={scope}>{scopeLabel(scope)}</li>
      ))}
    </ul>
  )
}
