import { cleanText, clip, PATH_LENGTH_MAX, type PathRules, plainUrl } from '@footfall/core-domain'

export const HOSTNAME_LENGTH_MAX = 253

export interface PageAddress {
  /** Lower case, without port and the dot of the root. For an app’s own scheme, the part in place of the host: `app://com.example/x`. */
  readonly hostname: string
  /**
   * Without query and fragment. Percent escapes are decoded where that is safe. Unless the rules of the product say
   * otherwise, a trailing slash is kept: `/docs` and `/docs/` may be two pages, and a pattern copied from the address bar
   * must match.
   */
  readonly path: string
  readonly query: URLSearchParams
}

/** Shared by all addresses without a query; nobody changes it. */
const NO_QUERY = new URLSearchParams()

/** Schemes of what a browser shows or runs without a site. Apps have schemes of their own, which are pages. */
const NOT_PAGES: ReadonlySet<string> = new Set([
  'about:',
  'blob:',
  'chrome:',
  'chrome-error:',
  'chrome-extension:',
  'chrome-untrusted:',
  'data:',
  'devtools:',
  'edge:',
  'extension:',
  'file:',
  'filesystem:',
  'javascript:',
  'moz-extension:',
  'ms-browser-extension:',
  'resource:',
  'safari-extension:',
  'safari-web-extension:',
  'view-source:',
  'webkit-extension:',
])

/** Whether an absolute URL is the address of a page: of a site, or of an app under its own scheme. */
export function isPageAddress(url: string): boolean {
  return /^https?:/i.test(url) || !NOT_PAGES.has(new URL(url).protocol)
}

/** Parses the address of a page; `url` was validated as absolute. The rules are those of the product. */
export function parsePage(url: string, rules: PathRules): PageAddress {
  const plain = plainUrl(url)
  if (plain !== undefined) {
    const { hostname, pathname } = plain
    return { hostname: clip(hostname, HOSTNAME_LENGTH_MAX), path: ruled(pathname, rules) || '/', query: NO_QUERY }
  }
  const { hostname, pathname, searchParams } = new URL(url)
  return {
    hostname: clip(canonicalHostname(hostname), HOSTNAME_LENGTH_MAX),
    path: ruled(readable(pathname), rules) || '/',
    query: searchParams,
  }
}

/** In lower case and without the dot of the root: `Example.com.` is `example.com`, as in the list of domains. */
export function canonicalHostname(hostname: string): string {
  const lower = hostname.toLowerCase()
  return lower.endsWith('.') ? lower.slice(0, -1) : lower
}

function ruled(path: string, { trailing_slash, lowercase }: PathRules): string {
  const clean = cleanText(lowercase ? path.toLowerCase() : path, PATH_LENGTH_MAX)
  if (trailing_slash === 'keep') return clean
  let end = clean.length
  while (end > 0 && (clean[end - 1] === '/' || clean[end - 1] === ' ')) end--
  return clean.slice(0, end)
}

/** `decodeURI` does not decode `%2F`, `%3F` and `%23`, so the path keeps its structure. */
function readable(pathname: string): string {
  if (!pathname.includes('%')) return pathname
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
