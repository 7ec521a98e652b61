import { clip } from './text.ts'

export const HOSTNAME_LENGTH_MAX = 253
const PATH_LENGTH_MAX = 1024

export interface PageAddress {
  /** Lower case, without port. For an app’s own scheme, the part in place of the host: `app://com.example/x`. */
  readonly hostname: string
  /**
   * Without query and fragment. Percent escapes are decoded where that is safe. A trailing slash is kept: `/docs` and
   * `/docs/` may be two pages, and a pattern copied from the address bar must match.
   */
  readonly path: string
  readonly query: URLSearchParams
}

/** Parses the address of a page; `url` was validated as absolute. */
export function parsePage(url: string): PageAddress {
  const { hostname, pathname, searchParams } = new URL(url)
  return {
    hostname: clip(hostname.toLowerCase(), HOSTNAME_LENGTH_MAX),
    path: clip(readable(pathname), PATH_LENGTH_MAX) || '/',
    query: searchParams,
  }
}

/** `decodeURI` does not decode `%2F`, `%3F` and `%23`, so the path keeps its structure. */
function readable(pathname: string): string {
  if (!pathname.includes('%')) return pathname
  try {
    const decoded = decodeURI(pathname)
    return hasControlCharacter(decoded) ? pathname : decoded
  } catch {
    return pathname
  }
}

function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x20 || unit === 0x7f) return true
  }
  return false
}
