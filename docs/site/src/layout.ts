import { addressOf, relativeTo } from './addresses.ts'
import type { NavigationGroup } from './navigation.ts'
import type { Section } from './render.ts'

export interface PageParts {
  readonly source: string
  readonly title: string
  readonly html: string
  readonly sections: readonly Section[]
  readonly navigation: readonly NavigationGroup[]
  /** Other pages of the folder of this one. */
  readonly siblings: readonly { readonly source: string; readonly title: string }[]
  readonly assets: { readonly style: string; readonly script: string; readonly search: string }
}

const HEADINGS_MIN = 3

/** The document of a page. Nothing inline: the policy of the service allows neither scripts nor styles in it. */
export function pageDocument({ source, title, html, sections, navigation, siblings, assets }: PageParts): string {
  const here = addressOf(source)
  const to = (address: string) => relativeTo(here, address)
  const link = (target: string, label: string, anchor?: string) => {
    const current = target === source && anchor === undefined ? ' aria-current="page"' : ''
    return `<li><a href="${to(addressOf(target))}${anchor === undefined ? '' : `#${anchor}`}"${current}>${escaped(label)}</a></li>`
  }
  const group = (heading: string, items: string) =>
    `<section>${heading === '' ? '' : `<h2>${escaped(heading)}</h2>`}<ul>${items}</ul></section>`
  const headings = sections.filter(({ level, anchor }) => level === 2 && anchor !== '')
  const contents =
    headings.length < HEADINGS_MIN
      ? ''
      : `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${headings
          .map(({ anchor, heading }) => `<li><a href="#${anchor}">${escaped(heading)}</a></li>`)
          .join('')}</ul></nav>`
  const around =
    siblings.length === 0 ? '' : group('In this folder', siblings.map((each) => link(each.source, each.title)).join(''))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} – Footfall</title>
<link rel="icon" href="${to('assets/icon.svg')}" type="image/svg+xml">
<link rel="alternate" type="text/markdown" href="${to(`${here === '' ? 'index' : here}.md`)}">
<link rel="stylesheet" href="${to(assets.style)}">
<script type="module" src="${to(assets.script)}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${to('')}"><img src="${to('assets/icon.svg')}" alt="" width="24" height="24">Footfall documentation</a>
<div class="search" id="search" data-index="${to(assets.search)}" data-root="${to('')}" hidden>
<input type="search" id="search-text" aria-label="Search the documentation" placeholder="Search (/)" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="search-results" aria-autocomplete="list">
<ul id="search-results" role="listbox" aria-label="Pages that were found" hidden></ul>
<p id="search-state" role="status"></p>
</div>
</header>
<div class="columns">
<details class="pages" id="pages" open><summary>Pages</summary>
<nav aria-label="Pages">${around}${navigation.map(({ heading, entries }) => group(heading, entries.map((entry) => link(entry.source, entry.label, entry.anchor)).join(''))).join('')}</nav>
</details>
<main id="content" tabindex="-1">
${html}
<footer><p><a href="${to(`${here === '' ? 'index' : here}.md`)}">This page as Markdown</a></p></footer>
</main>
${contents}
</div>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
