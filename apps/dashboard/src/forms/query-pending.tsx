import type { ReactNode } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { Loading } from '../ui/spinner.tsx'
import { ProblemNotice } from './problem-notice.tsx'

interface QueryPendingProps {
  readonly query: { readonly data: unknown; readonly error: unknown; refetch(): unknown }
  readonly what: string
  readonly lines?: number
  /** Classes around the problem, where the card has no padding. */
  readonly problemClass?: string
}

/** Shown until a query has data: that it is loading, or why it failed. */
export function QueryPending({ query, what, lines, problemClass }: QueryPendingProps): ReactNode {
  if (query.data !== undefined) return null
  if (!(query.error instanceof ApiProblem)) return <Loading what={what} {...(lines !== undefined && { lines })} />
  return (
    <div className={problemClass}>
      <ProblemNotice onRetry={() => void query.refetch()} problem={query.error} />
    </div>
  )
}
