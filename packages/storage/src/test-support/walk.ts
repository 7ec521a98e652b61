import type { Page, PageRequest } from '@footfall/core-domain'

/** Every page of a list, one after the other. */
export async function walk<T>(list: (page: PageRequest) => Promise<Page<T>>, limit: number): Promise<(readonly T[])[]> {
  const pages: (readonly T[])[] = []
  let next: Page<T>['next']
  do {
    const page: Page<T> = await list({ limit, ...(next && { after: next }) })
    pages.push(page.rows)
    next = page.next
  } while (next)
  return pages
}
