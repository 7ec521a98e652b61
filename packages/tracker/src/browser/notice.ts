/** What a person asked of this browser by the address that was opened. */
export type Choice = 'ignore' | 'count'

/** Says on the page what became of a choice. Styles that a script sets pass every content security policy. */
export function showNotice(choice: Choice): void {
  const isOut = choice === 'ignore'
  let kept: unknown
  try {
    kept = localStorage.footfall_ignore
  } catch {}
  const notice = document.createElement('div')
  notice.role = 'status'
  notice.textContent =
    kept === String(isOut)
      ? `Footfall ${isOut ? 'no longer counts' : 'counts'} visits with this browser.`
      : 'This browser stores nothing, so Footfall cannot remember your choice.'
  notice.style.cssText =
    'position:fixed;bottom:16px;left:16px;max-width:80vw;padding:12px 16px;border-radius:8px;background:#222;color:#fff;font:14px sans-serif;z-index:2147483647'
  document.documentElement.append(notice)
  setTimeout(() => notice.remove(), 6000)
}
