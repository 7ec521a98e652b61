/** A browser without scripts: it keeps cookies by origin and follows redirects. */
export function cookieBrowser() {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: URL) => {
    const jar = jars.get(url.origin) ?? new Map<string, string>()
    jars.set(url.origin, jar)
    return jar
  }

  const request = async (to: string | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(to)
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(set)) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }

  return {
    request,
    /** Follows redirects until a page, or until the address to open next matches. The headers are of the first request. */
    async follow(
      to: string | URL,
      until?: (url: URL) => boolean,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<{ url: URL; response: Response }> {
      let url = new URL(to)
      for (let hops = 0; hops < 12; hops++) {
        const response = await request(url, hops === 0 ? { headers } : {})
        const location = response.headers.get('location')
        if (location === null) return { url, response }
        url = new URL(location, url)
        if (until?.(url) === true) return { url, response }
      }
      throw new Error('too many redirects')
    },
    /** As if the cookies of a site had been deleted. */
    forget: (origin: string) => jars.delete(origin),
    cookie: (origin: string, name: string) => jars.get(origin)?.get(name),
  }
}
