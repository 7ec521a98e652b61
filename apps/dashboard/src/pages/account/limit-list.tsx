import type { ReactNode } from 'react'
import { t } from '../../messages/messages.ts'
import { describeLimits, type Limits } from './limit-labels.ts'

/** The limits of a token or of a connected app, for a list of facts. */
export function LimitList({ limits }: { readonly limits: Limits }): ReactNode {
  const lines = describeLimits(limits)
  if (lines.length === 0) return t('common.none')
  return (
    <ul className="grid gap-1">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
