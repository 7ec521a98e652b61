/** The address of a page from its parts, with the parameters of a campaign that its query does not have. */
export function pageUrl(
  hostname: string,
  path: string,
  query: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams(query.replace(/^\?/, ''))
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '' && !search.has(name)) search.set(name, value)
  }
  const address = path === '' || path.startsWith('/') ? path : `/${path}`
  return `https://${hostname}${address}${search.size === 0 ? '' : `?${search.toString()}`}`
}

/** The address of a referring page; undefined where there is none. */
export function referrerUrl(domain: string, path = ''): string | undefined {
  if (domain === '') return undefined
  return `https://${domain}${path === '' || path.startsWith('/') ? path : `/${path}`}`
}

/** The width of a screen such as `1440x900`. */
export function widthOf(screen: string): number | undefined {
  const width = Number(/^(\d{1,5})x\d{1,5}$/.exec(screen)?.[1] ?? 0)
  return width > 0 ? width : undefined
}

/** An object without the fields that have no value, as an import takes it. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined | ''> } {
  // Fields without a value are left out, which is what the type says.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as {
    [K in keyof T]: Exclude<T[K], undefined | ''>
  }
}
