import type { ReactNode } from 'react'
import { ALL_SCOPES, wordsOf } from './scope-labels.ts'

/** What something may do, in words, line by line. */
export function ScopeList({ scopes }: { readonly scopes: readonly string[] }): ReactNode {
  const known = ALL_SCOPES.filter((scope) => scopes.includes(scope))
  const others = scopes.filter((scope) => !known.some((candidate) => candidate === scope))
  return (
    <ul className="grid gap-1">
      {[...known, ...others].map((scope) => (
        <li key={scope}>{wordsOf(scope)}</li>
      ))}
    </ul>
  )
}
