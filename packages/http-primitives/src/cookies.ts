/** All values of a name in a `Cookie` header, in order. */
export function cookieValues(header: string | undefined, name: string): readonly string[] {
  const prefix = `${name}=`
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length).trim())
}

/**
 * Over https with the `__Host-` prefix: browsers then accept the cookie only from this host, so that no other host of the
 * domain can set it (RFC 6265bis §4.1.3.2).
 */
export function hostCookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name
}

/** A `Set-Cookie` value for the whole host that scripts cannot read. A `Max-Age` of 0 removes the cookie. */
export function hostCookie(name: string, value: string, maxAgeSeconds: number, isHttps: boolean): string {
  const secure = isHttps ? '; Secure' : ''
  return `${hostCookieName(name, isHttps)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}
