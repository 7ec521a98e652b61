import { posix } from 'node:path'

/** Where the repository is shown: links to its folders lead there. */
export const REPOSITORY = 'https://github.com/footfall/footfall'

/** The index of the documentation, which is the page at the root of the site. */
export const INDEX = 'docs/README.md'

/** First parts of addresses that are not pages. `api` is the reference of the service that serves the site. */
const RESERVED = new Set(['api', 'assets', 'files', 'images', 'index', 'llms.txt'])

/** The address of a page of the repository below the root of the site, without an ending: `how-to/delegate-a-token`. */
export function addressOf(source: string): string {
  if (source === INDEX) return ''
  const within = source.replace(/^docs\//, '').replace(/\.md$/, '')
  const address = within === 'README' ? 'about' : within.replace(/\/README$/, '').toLowerCase()
  if (RESERVED.has(address.split('/')[0] ?? '')) throw new Error(`${source} has an address that is not for pages.`)
  return address
}

/** The file of a page in the folder of the site. */
export function fileOf(source: string, ending: 'html' | 'md'): string {
  const address = addressOf(source)
  return `${address === '' ? 'index' : address}.${ending}`
}

/** A link from one address of the site to another: relative, so that the site works below any path. */
export function relativeTo(from: string, to: string): string {
  const folder = posix.relative(posix.dirname(from), posix.dirname(to))
  if (to === '') return folder === '' ? './' : `${folder}/`
  return posix.join(folder, posix.basename(to))
}

/** What a link of a page leads to. */
export type Target =
  | { readonly kind: 'outside' }
  | { readonly kind: 'page'; readonly source: string; readonly anchor: string | undefined }
  | { readonly kind: 'image' | 'file'; readonly path: string }
  | { readonly kind: 'folder'; readonly path: string }

/** Reads what is at a path of the repository. */
export type KindOfPath = (path: string) => 'file' | 'folder' | 'nothing'

export function targetOf(link: string, source: string, kindOf: KindOfPath): Target {
  if (/^[a-z][a-z0-9+.-]*:/i.test(link) || link.startsWith('//')) return { kind: 'outside' }
  const [before = '', anchor] = link.split('#')
  const path =
    before === ''
      ? source
      : posix.normalize(posix.join(posix.dirname(source), decodeURIComponent(before))).replace(/\/$/, '')
  const kind = kindOf(path)
  if (path.startsWith('..') || kind === 'nothing') throw new Error(`${source} links to ${link}, which does not exist.`)
  if (kind === 'folder') {
    return kindOf(`${path}/README.md`) === 'file'
      ? { kind: 'page', source: `${path}/README.md`, anchor }
      : { kind: 'folder', path }
  }
  if (path.endsWith('.md')) return { kind: 'page', source: path, anchor }
  return { kind: /\.(png|jpe?g|svg|webp|gif)$/.test(path) ? 'image' : 'file', path }
}

/** The address of an image or of another file of the repository. */
export function addressOfFile(path: string): string {
  return path.startsWith('docs/images/') ? path.slice('docs/'.length) : `files/${path}`
}
