const PAGE = 200

interface PageQuery {
  readonly limit: number
  readonly cursor?: string
}

interface Rows<Row> {
  readonly data: readonly Row[]
  readonly page?: { readonly next_cursor: string | null } | undefined
}

/** All rows of a list, page by page. For short lists only. */
export async function fetchAllRows<Row>(load: (query: PageQuery) => Promise<Rows<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const { data, page } = await load({ limit: PAGE, ...(cursor === undefined ? {} : { cursor }) })
    rows.push(...data)
    cursor = page?.next_cursor ?? undefined
  } while (cursor !== undefined)
  return rows
}
