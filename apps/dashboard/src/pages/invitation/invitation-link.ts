import type { InvitationLink } from '../../api/people.ts'

const KEY = 'footfall.invitation'

/** The link in the address, or the one kept by this tab. */
export function readLink(): InvitationLink | undefined {
  const fragment = location.hash.slice(1)
  return parse(fragment === '' ? readKept() : fragment)
}

/**
 * Removes the link from the address and the history. This tab keeps it until the invitation is accepted, since signing in
 * first loses the fragment.
 */
export function hideLink(): void {
  if (location.hash === '') return
  keep(location.hash.slice(1))
  window.history.replaceState(window.history.state, '', location.pathname)
}

/** Removes the kept link. */
export function forgetLink(): void {
  keep(undefined)
}

/** `mbr_….code`. */
function parse(link: string): InvitationLink | undefined {
  const at = link.indexOf('.')
  return at <= 0 ? undefined : { member: link.slice(0, at), code: link.slice(at + 1) }
}

/** Without storage, the link works only until the page is left. */
function readKept(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

function keep(link: string | undefined): void {
  try {
    if (link === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, link)
  } catch {
    // Storage is not available.
  }
}
