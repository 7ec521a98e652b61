/** The page of a shared link: `/share/SECRET`, `/share/SECRET/goals` and so on. */
export interface SharedAddress {
  readonly secret: string
  /** Parameters that every address of the page keeps: how it is embedded, and its theme. */
  readonly kept: readonly (readonly [name: string, value: string])[]
}

const PREFIX = '/share/'
const KEPT = ['embed', 'theme']

/** Undefined for every other page of the dashboard. */
export function sharedAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): SharedAddress | undefined {
  if (!pathname.startsWith(PREFIX)) return undefined
  const [secret = ''] = pathname.slice(PREFIX.length).split('/')
  const given = new URLSearchParams(search)
  const kept = KEPT.flatMap((name) => {
    const value = given.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { secret, kept }
}

export function isEmbedded({ kept }: SharedAddress): boolean {
  return kept.some(([name, value]) => name === 'embed' && value === '1')
}

export function themeOf({ kept }: SharedAddress): string | undefined {
  return kept.find(([name]) => name === 'theme')?.[1]
}

/**
 * Lets the pages of a product stand below the link: `/share/SECRET/goals` in the browser is `/products/ID/goals` to the routes
 * and their links.
 */
export function rewriteFor({ secret, kept }: SharedAddress, product: string) {
  const outside = PREFIX + secret
  const inside = `/products/${product}`
  return {
    input({ url }: { readonly url: URL }): URL {
      if (isBelow(url.pathname, outside)) url.pathname = inside + url.pathname.slice(outside.length)
      for (const name of KEPT) url.searchParams.delete(name)
      return url
    },
    output({ url }: { readonly url: URL }): URL {
      // Any other address is not a page of the link, and leads to its first page.
      url.pathname = isBelow(url.pathname, inside) ? outside + url.pathname.slice(inside.length) : outside
      for (const [name, value] of kept) url.searchParams.set(name, value)
      return url
    },
  }
}

function isBelow(pathname: string, top: string): boolean {
  return pathname === top || pathname.startsWith(`${top}/`)
}
