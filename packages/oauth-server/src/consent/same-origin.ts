/**
 * Whether a form was posted by a page of this origin (CSRF, RFC 9700 §4.7):
 *
 * 1. `Origin`, which every browser sends with a POST, must be this origin.
 * 2. With `Origin: null`, from some privacy settings and sandboxed frames, `Sec-Fetch-Site` decides, which no page can set.
 *    Without it the form is rejected.
 * 3. Without `Origin`: `Sec-Fetch-Site`, then `Referer`. Without all of them the client is not a modern browser; the handle in
 *    the form, bound to browser and account, still protects the consent, since no other site can read it.
 */
export function isSameOrigin(own: string, header: (name: string) => string | undefined): boolean {
  const origin = header('origin')
  if (origin !== undefined && origin !== 'null') return origin === own
  const site = header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  if (origin === 'null') return false
  const referer = header('referer')
  return referer === undefined || (URL.canParse(referer) && new URL(referer).origin === own)
}
