import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, type Target } from './addresses.ts'
import { type BuiltSite, buildSite } from './build-site.ts'
import { navigationOf } from './navigation.ts'
import { markdownForSite, renderPage } from './render.ts'
import { wordsOf } from './search-index.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SEARCH_BYTES_MAX = 150_000

describe('the site of the documentation', () => {
  let folder: string
  let site: BuiltSite
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'footfall-docs-site-'))
    site = await buildSite(ROOT, folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** What a link of a file leads to: the file, and the anchor in it. */
  function found(file: string, link: string): { file: string; anchor: string | undefined } {
    const [path = '', anchor] = link.split('#')
    const address = path === '' ? file : join(dirname(file), path)
    const candidates = [address, `${address}.html`, join(address, 'index.html')]
    const match = candidates.find((each) => {
      const stats = statSync(join(folder, each), { throwIfNoEntry: false })
      return stats?.isFile() === true
    })
    return { file: match ?? `missing: ${address}`, anchor }
  }

  it('contains every page of the documentation', () => {
    const pages = globSync('docs/**/*.md', {
      cwd: ROOT,
      exclude: ['docs/**/node_modules/**', 'docs/site/**', 'docs/tools/**'],
    })
    expect(pages.filter((page) => !site.pages.includes(page))).toEqual([])
    expect(site.pages).toEqual(expect.arrayContaining(['SECURITY.md', 'packages/tracker/README.md']))
  })

  it('contains no link between pages that leads nowhere, and no image or anchor that is missing', () => {
    const dead: string[] = []
    for (const file of globSync('**/*.html', { cwd: folder })) {
      for (const [, link = ''] of textOf(file).matchAll(/\s(?:href|src|srcset)="([^"]*)"/g)) {
        if (/^[a-z]+:/.test(link)) continue
        const target = found(file, link.replaceAll('&amp;', '&'))
        const isThere = existsSync(join(folder, target.file))
        if (
          !isThere ||
          (target.anchor !== undefined && !textOf(target.file).includes(` id="${decodeURIComponent(target.anchor)}"`))
        )
          dead.push(`${file}: ${link}`)
      }
    }
    expect(dead).toEqual([])
  })

  it('contains no dead link in its Markdown', () => {
    const dead: string[] = []
    for (const file of globSync('**/*.md', { cwd: folder })) {
      if (file.startsWith('files/')) continue
      const prose = textOf(file)
        .replace(/^( *)(```|~~~)[\s\S]*?^ *\2/gm, '')
        .replace(/`[^`\n]*`/g, '')
      for (const [, link = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g))
        if (!/^[a-z]+:/.test(link) && !existsSync(join(folder, found(file, link).file))) dead.push(`${file}: ${link}`)
    }
    expect(dead).toEqual([])
  })

  it('ships a search of at most 150 kB, script and index together', () => {
    const bytes = site.searchFiles.map((file) => statSync(join(folder, `${file}.gz`)).size)
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(SEARCH_BYTES_MAX)
  })

  it('takes its navigation from the index of the documentation', () => {
    const index = textOf('index.html')
    for (const heading of ['How to', 'Run it in production', 'Reference'])
      expect(index).toContain(`<h2>${heading}</h2>`)
    expect(textOf('how-to/delegate-a-token.html')).toContain('aria-current="page">Delegate a token to an agent</a>')
    expect(textOf('decisions/time.html')).toContain('<h2>In this folder</h2>')
  })
})

const outside = (): Target => ({ kind: 'outside' })

describe('the rendering of one page', () => {
  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;'],
    ['<img src="x" onerror="alert(1)">', '&lt;img'],
    ['text <b onclick="x()">bold</b>', '&lt;b onclick'],
    ['[a](javascript:alert(1))', '[a](javascript:alert(1))'],
    ['<img src="a.png" style="position:fixed">', '&lt;img'],
    ['<iframe src="https://example.com">', '&lt;iframe'],
  ])('shows %s as text', (markdown, shown) => {
    expect(renderPage(markdown, 'docs/x.md', outside).html).toContain(shown)
  })

  it('leaves a picture for light and dark screens as it is, with the links of the site', () => {
    const target = (link: string): Target => ({ kind: 'image', path: `docs/images/${link}` })
    const html =
      '<picture>\n<source media="(prefers-color-scheme: dark)" srcset="d.png">\n<img alt="A" src="l.png">\n</picture>'
    expect(renderPage(html, 'docs/a/b.md', target).html).toBe(
      html.replace('"d.png', '"../images/d.png').replace('"l.png', '"../images/l.png'),
    )
  })

  it('leaves code as it is in the Markdown for machines, and changes the links around it', () => {
    const target = (link: string): Target => ({ kind: 'page', source: `docs/${link}`, anchor: undefined })
    expect(markdownForSite('[a](b.md) `[a](b.md)`\n\n```md\n[a](b.md)\n```\n', 'docs/how-to/x.md', target)).toBe(
      '[a](../b.md) `[a](b.md)`\n\n```md\n[a](b.md)\n```\n',
    )
  })

  it('gives a second heading of the same text a separate anchor', () => {
    expect(renderPage('# A\n\n## B\n\n## B\n', 'docs/x.md', outside).sections.map(({ anchor }) => anchor)).toEqual([
      '',
      'a',
      'b',
      'b-1',
    ])
  })
})

describe('addresses and words', () => {
  it.each([
    ['docs/README.md', ''],
    ['docs/agents/README.md', 'agents'],
    ['README.md', 'about'],
    ['SECURITY.md', 'security'],
    ['packages/tracker/README.md', 'packages/tracker'],
  ])('gives %s the address “%s”', (source, address) => {
    expect(addressOf(source)).toBe(address)
  })

  it('rejects a page at an address that the service needs', () => {
    expect(() => addressOf('docs/api.md')).toThrow('docs/api.md')
    expect(() => addressOf('docs/assets/x.md')).toThrow('docs/assets/x.md')
  })

  it('keeps each word of a text once, without common ones and numbers', () => {
    expect(wordsOf('The backup of a Backup is 42 GB, jt_ and TRUST_PROXY')).toBe('backup gb jt_ trust_proxy')
  })

  it('lists a link of the index under its heading, and leaves links to other places out', () => {
    const target = (link: string): Target =>
      link.endsWith('.md') ? { kind: 'page', source: link, anchor: undefined } : { kind: 'outside' }
    expect(
      navigationOf('# Documentation\n\n## Run\n\n- [deploy `it`](a.md): x\n- [out](https://x.example)\n', target),
    ).toEqual([{ heading: 'Run', entries: [{ label: 'Deploy it', source: 'a.md', anchor: undefined }] }])
  })
})
