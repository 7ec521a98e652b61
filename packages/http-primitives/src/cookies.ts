/** Every value that a `Cookie` header gives for the name, in its order. */
export function cookieValues(header: string | undefined, name: string): readonly string[] {
  const prefix = `${name}=`
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length).trim())
}

/**
 * The name under which a browser takes the cookie only over https and from this very host, so that no sibling host can
 * plant one (RFC 6265bis §4.1.3.2). Over http the plain name.
 */
export function hostCookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name
}

/** A `Set-Cookie` value for the whole host that scripts cannot read. An age of 0 removes the cookie. */
export function hostCookie(name: string, value: string, maxAgeSeconds: number, isHttps: boolean): string {
  const secure = isHttps ? '; Secure' : ''
  return `${hostCookieName(name, isHttps)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}
