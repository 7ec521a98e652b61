import type { PresentedInvitation } from '../../api/people.ts'

const KEY = 'footfall.invitation'

/** What the address says, or what this tab kept of it. */
export function readLink(): PresentedInvitation | undefined {
  const given = location.hash.slice(1)
  return parse(given === '' ? kept() : given)
}

/**
 * Takes the link out of the address, so that it stands neither there nor in the history. This tab keeps it until the
 * invitation is accepted: somebody may have to sign in first, and comes back without it.
 */
export function hideLink(): void {
  if (location.hash === '') return
  keep(location.hash.slice(1))
  window.history.replaceState(window.history.state, '', location.pathname)
}

/** It has served, or never will. */
export function forgetLink(): void {
  keep(undefined)
}

/** `mbr_….code`. */
function parse(link: string): PresentedInvitation | undefined {
  const at = link.indexOf('.')
  return at <= 0 ? undefined : { member: link.slice(0, at), code: link.slice(at + 1) }
}

/** Storage may be forbidden; then the link works only as long as nobody leaves the page. */
function kept(): string {
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
    // Not kept, then.
  }
}
