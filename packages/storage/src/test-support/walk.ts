import type { Page, PageRequest } from '@footfall/core-domain'

const PAGES_MAX = 100

/** Reads every page of a list. */
export async function walk<T>(list: (page: PageRequest) => Promise<Page<T>>, limit: number): Promise<(readonly T[])[]> {
  const pages: (readonly T[])[] = []
  let next: Page<T>['next']
  do {
    const page: Page<T> = await list({ limit, ...(next && { after: next }) })
    pages.push(page.rows)
    if (pages.length > PAGES_MAX) throw new Error('The pages do not end.')
    next = page.next
  } while (next)
  return pages
}
