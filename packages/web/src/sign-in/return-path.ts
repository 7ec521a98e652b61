/** Any origin serves: it only shows whether a reference leaves it. */
const HERE = 'http://here.invalid'

/**
 * Where to go after signing in, if that is a path of this very origin; a link of somebody else's making must not send
 * people elsewhere. What a browser would read as another host (`//host`, `/\host`, tabs inside) is no path.
 */
export function returnPath(text: string | null | undefined): string | undefined {
  if (!text?.startsWith('/') || text.length > 8_192 || hasControlCharacter(text)) return undefined
  if (!URL.canParse(text, HERE)) return undefined
  const url = new URL(text, HERE)
  const path = url.pathname + url.search
  return url.origin === HERE && !path.startsWith('//') ? path : undefined
}

function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 0x20 || text.charCodeAt(i) === 0x7f) return true
  return false
}
