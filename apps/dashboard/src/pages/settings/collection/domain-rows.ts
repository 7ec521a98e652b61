import type { Domains } from '../../../api/types.ts'

/** A hostname in the form. The key identifies it while rows are added and removed. */
export interface DomainRow {
  readonly key: string
  readonly hostname: string
  readonly primary: boolean
}

export function rowsOf({ domains }: Pick<Domains, 'domains'>): readonly DomainRow[] {
  return domains.map(({ hostname, primary }) => ({ key: `stored-${hostname}`, hostname, primary }))
}

let added = 0

/** Adds a row; the first row is primary. */
export function withRow(rows: readonly DomainRow[], hostname = ''): readonly DomainRow[] {
  added += 1
  return [...rows, { key: `added-${added}`, hostname, primary: rows.length === 0 }]
}

/** Removes a row; if it was primary, the first remaining row becomes primary. */
export function withoutRow(rows: readonly DomainRow[], key: string): readonly DomainRow[] {
  const rest = rows.filter((row) => row.key !== key)
  if (rest.some(({ primary }) => primary)) return rest
  return rest.map((row, at) => ({ ...row, primary: at === 0 }))
}

/** Makes one row primary. */
export function withPrimary(rows: readonly DomainRow[], key: string): readonly DomainRow[] {
  return rows.map((row) => ({ ...row, primary: row.key === key }))
}
