/** The anchor that a heading gets where repositories are shown, and on the site. */
export function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\p{Mark}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** Anchors of one page: a heading that occurs a second time gets a number. */
export function anchorsOfPage(): (heading: string) => string {
  const seen = new Map<string, number>()
  return (heading) => {
    const anchor = anchorOf(heading)
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  }
}
