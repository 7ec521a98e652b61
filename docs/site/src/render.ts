import MarkdownIt from 'markdown-it'
import { addressOf, addressOfFile, REPOSITORY, relativeTo, type Target } from './addresses.ts'
import { anchorsOfPage } from './anchor.ts'

/** A part of a page under one heading, for the search and the list of its headings. */
export interface Section {
  readonly level: number
  readonly heading: string
  /** Empty for the part above all headings. */
  readonly anchor: string
  readonly text: string
}

export interface Rendered {
  readonly html: string
  readonly title: string
  readonly sections: readonly Section[]
  readonly targets: readonly Target[]
}

/** Only pictures, in forms that pages use; any other HTML is shown as text. */
const ALLOWED_HTML =
  /^<\/?(?:picture|source|img|p|br|sub|sup|kbd|details|summary)(?:\s+(?:alt|align|height|media|open|src|srcset|type|width)="[^"<>]*")*\s*\/?>$/

/** Renders a page. Links of the repository become links of the site. */
export function renderPage(markdown: string, source: string, targetOf: (link: string) => Target): Rendered {
  const md = new MarkdownIt({ html: true, linkify: false })
  const targets: Target[] = []
  const nextAnchor = anchorsOfPage()
  const href = (link: string) => {
    const target = targetOf(link)
    targets.push(target)
    return hrefOf(link, target, addressOf(source))
  }
  const tokens = md.parse(markdown, {})
  const sections: { level: number; heading: string; anchor: string; texts: string[] }[] = [
    { level: 1, heading: '', anchor: '', texts: [] },
  ]
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'html_block') token.content = checkedHtml(token.content, href)
    if (token.type === 'fence' || token.type === 'code_block') sections.at(-1)?.texts.push(token.content)
    if (token.type === 'heading_open') {
      const inline = tokens[index + 1]
      const anchor = nextAnchor(inline?.content ?? '')
      token.attrSet('id', anchor)
      sections.push({
        level: Number(token.tag.slice(1)),
        heading: plainText(inline?.children ?? []),
        anchor,
        texts: [],
      })
    }
    if (token.type !== 'inline') continue
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') child.attrSet('href', href(String(child.attrGet('href'))))
      if (child.type === 'image') {
        child.attrSet('src', href(String(child.attrGet('src'))))
        child.attrSet('loading', 'lazy')
      }
      if (child.type === 'html_inline') child.content = checkedHtml(child.content, href)
    }
    if (tokens[index - 1]?.type !== 'heading_open') sections.at(-1)?.texts.push(plainText(token.children ?? []))
  }
  md.renderer.rules.table_open = () => '<div class="table"><table>\n'
  md.renderer.rules.table_close = () => '</table></div>\n'
  // The language of a block is a class; cells are aligned by the style sheet, since inline styles are not allowed.
  for (const token of tokens) if (token.attrGet('style') !== null) token.attrs = null
  return {
    html: md.renderer.render(tokens, md.options, {}),
    title: sections.find(({ level, heading }) => level === 1 && heading !== '')?.heading ?? source,
    sections: sections.map(({ texts, ...section }) => ({ ...section, text: texts.join(' ') })),
    targets,
  }
}

function hrefOf(link: string, target: Target, from: string): string {
  switch (target.kind) {
    case 'outside':
      return link
    case 'page': {
      const anchor = target.anchor === undefined ? '' : `#${target.anchor}`
      return link.startsWith('#') ? link : relativeTo(from, addressOf(target.source)) + anchor
    }
    case 'image':
    case 'file':
      return relativeTo(from, addressOfFile(target.path))
    case 'folder':
      return `${REPOSITORY}/tree/main/${target.path}`
  }
}

/** Each tag that is allowed, with its links made links of the site; everything else as text. */
function checkedHtml(html: string, href: (link: string) => string): string {
  return html.replace(/<!--[\s\S]*?-->/g, '').replace(/<[^>]*>?|[^<]+/g, (part) => {
    if (!part.startsWith('<')) return part
    if (!ALLOWED_HTML.test(part)) return part.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return part.replace(/ (src|srcset)="([^"]*)"/g, (_, name: string, link: string) => ` ${name}="${href(link)}"`)
  })
}

function plainText(children: readonly { readonly type: string; readonly content: string }[]): string {
  return children
    .filter(({ type }) => type === 'text' || type === 'code_inline' || type === 'softbreak')
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('')
}

const LINK = /(\]\()([^)\s]+)(\))/g

/** The same page as Markdown for machines: its links lead to the Markdown of other pages of the site. */
export function markdownForSite(markdown: string, source: string, targetOf: (link: string) => Target): string {
  return outsideOfCode(markdown, (prose) =>
    prose.replace(LINK, (_, before: string, link: string, after: string) => {
      const target = targetOf(link)
      const from = addressOf(source)
      if (target.kind !== 'page' || link.startsWith('#')) return before + hrefOf(link, target, from) + after
      const address = addressOf(target.source)
      const anchor = target.anchor === undefined ? '' : `#${target.anchor}`
      return `${before}${relativeTo(from, `${address === '' ? 'index' : address}.md`)}${anchor}${after}`
    }),
  )
}

/** Changes the text outside of code blocks and inline code. */
function outsideOfCode(markdown: string, change: (prose: string) => string): string {
  return markdown
    .split(/(^ *(?:```|~~~)[\s\S]*?^ *(?:```|~~~)[^\n]*$|`[^`\n]+`)/m)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('')
}
