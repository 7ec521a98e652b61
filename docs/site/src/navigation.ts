import MarkdownIt from 'markdown-it'
import type { Target } from './addresses.ts'

export interface NavigationGroup {
  readonly heading: string
  readonly entries: readonly { readonly label: string; readonly source: string; readonly anchor: string | undefined }[]
}

/** The navigation is the index of the documentation: its headings, and the links to pages below each. */
export function navigationOf(index: string, targetOf: (link: string) => Target): readonly NavigationGroup[] {
  const tokens = new MarkdownIt().parse(index, {})
  const groups: { heading: string; entries: { label: string; source: string; anchor: string | undefined }[] }[] = [
    { heading: '', entries: [] },
  ]
  let isHeading = false
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      isHeading = true
      continue
    }
    if (token.type !== 'inline') continue
    if (isHeading) {
      isHeading = false
      if (token.content !== 'Documentation') groups.push({ heading: token.content, entries: [] })
      continue
    }
    const children = token.children ?? []
    for (const [at, child] of children.entries()) {
      if (child.type !== 'link_open') continue
      const target = targetOf(String(child.attrGet('href')))
      if (target.kind !== 'page') continue
      const end = children.findIndex((each, index) => index > at && each.type === 'link_close')
      const label = children
        .slice(at + 1, end)
        .map(({ content }) => content)
        .join('')
      groups.at(-1)?.entries.push({
        label: label.charAt(0).toUpperCase() + label.slice(1),
        source: target.source,
        anchor: target.anchor,
      })
    }
  }
  return groups.filter(({ entries }) => entries.length > 0)
}
