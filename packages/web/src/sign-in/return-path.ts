/** Any origin works: it only shows whether a reference has another one. */
const ORIGIN = 'http://localhost'

/**
 * The path to redirect to after sign-in, if it is on this origin (open redirect). Text that browsers read as another host
 * (`//host`, `/\host`, tabs inside) is rejected.
 */
export function returnPath(text: string | null | undefined): string | undefined {
  if (!text?.startsWith('/') || text.length > 8_192 || hasControlCharacter(text)) return undefined
  if (!URL.canParse(text, ORIGIN)) return undefined
  const url = new URL(text, ORIGIN)
  const path = url.pathname + url.search
  return url.origin === ORIGIN && !path.startsWith('//') ? path : undefined
}

function hasControlCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 0x20 || text.charCodeAt(i) === 0x7f) return true
  return false
}
