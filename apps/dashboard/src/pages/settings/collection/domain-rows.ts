import type { Domains } from '../../../api/types.ts'

/** A hostname being written. The key tells it from the others while rows come and go. */
export interface DomainRow {
  readonly key: string
  readonly hostname: string
  readonly primary: boolean
}

export function rowsOf({ domains }: Pick<Domains, 'domains'>): readonly DomainRow[] {
  return domains.map(({ hostname, primary }) => ({ key: `stored-${hostname}`, hostname, primary }))
}

let added = 0

/** One more; the first one is the primary one. */
export function withRow(rows: readonly DomainRow[], hostname = ''): readonly DomainRow[] {
  added += 1
  return [...rows, { key: `added-${added}`, hostname, primary: rows.length === 0 }]
}

/** One less; where it was the primary one, the first that stays takes its place. */
export function withoutRow(rows: readonly DomainRow[], key: string): readonly DomainRow[] {
  const rest = rows.filter((row) => row.key !== key)
  if (rest.some(({ primary }) => primary)) return rest
  return rest.map((row, at) => ({ ...row, primary: at === 0 }))
}

/** That one is primary, and no other. */
export function withPrimary(rows: readonly DomainRow[], key: string): readonly DomainRow[] {
  return rows.map((row) => ({ ...row, primary: row.key === key }))
}
