/**
 * Whether a form came from a page of this origin, by the best witness there is (RFC 9700 §4.7):
 *
 * 1. `Origin`, which every browser sends with a POST, must be ours.
 * 2. `Origin: null` hides the sender, as some privacy settings do and sandboxed frames must: `Sec-Fetch-Site` decides, which
 *    no page can set. Without it the sender stays hidden, and is refused.
 * 3. No `Origin` at all: `Sec-Fetch-Site`, then `Referer`. With none of them the sender is no browser of today, and what
 *    stands is the handle that only our page carries, bound to browser and account, which no other site can read.
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
