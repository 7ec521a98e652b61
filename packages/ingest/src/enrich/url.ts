import { clip } from './text.ts'

export const HOSTNAME_LENGTH_MAX = 253
const PATH_LENGTH_MAX = 1024

export interface PageAddress {
  /** Lower case, without port. For an app's own scheme what stands in the host's place: `app://com.example/x`. */
  readonly hostname: string
  /**
   * Without query and fragment, so no parameter needs to be cut out of it. Percent escapes are shown as the characters
   * they mean where that is safe. A trailing slash stays: `/docs` and `/docs/` may be two pages, and a pattern that
   * somebody copies from the address bar must match.
   */
  readonly path: string
  readonly query: URLSearchParams
}

/** Takes a page's address apart; `url` has been validated as absolute. */
export function parsePage(url: string): PageAddress {
  const { hostname, pathname, searchParams } = new URL(url)
  return {
    hostname: clip(hostname.toLowerCase(), HOSTNAME_LENGTH_MAX),
    path: clip(readable(pathname), PATH_LENGTH_MAX) || '/',
    query: searchParams,
  }
}

/** `decodeURI` leaves `%2F`, `%3F` and `%23` alone, so a path keeps its shape. */
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
