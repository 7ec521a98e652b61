import type { InvitationLink } from '../../api/people.ts'
import { readStored, writeStored } from '../../session/browser-storage.ts'

const KEY = 'footfall.invitation'

/** The link in the address, or the one kept by this tab. */
export function readLink(): InvitationLink | undefined {
  const fragment = location.hash.slice(1)
  return parse(fragment === '' ? (readStored(KEY, 'sessionStorage') ?? '') : fragment)
}

/**
 * Removes the link from the address and the history. This tab keeps it until the invitation is accepted, since signing in
 * first loses the fragment. Without storage, the link works only until the page is left.
 */
export function hideLink(): void {
  if (location.hash === '') return
  writeStored(KEY, location.hash.slice(1), 'sessionStorage')
  window.history.replaceState(window.history.state, '', location.pathname)
}

export function forgetLink(): void {
  writeStored(KEY, undefined, 'sessionStorage')
}

/** `mbr_….code`. */
function parse(link: string): InvitationLink | undefined {
  const at = link.indexOf('.')
  return at <= 0 ? undefined : { member: link.slice(0, at), code: link.slice(at + 1) }
}
