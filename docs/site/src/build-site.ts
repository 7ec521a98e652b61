import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { addressOf, addressOfFile, fileOf, INDEX, type Target, targetOf } from './addresses.ts'
import { pageDocument } from './layout.ts'
import { llmsText } from './llms-text.ts'
import { navigationOf } from './navigation.ts'
import { markdownForSite, type Rendered, renderPage } from './render.ts'
import { searchIndex } from './search-index.ts'

export interface BuiltSite {
  /** The pages by their place in the repository. */
  readonly pages: readonly string[]
  readonly searchFiles: readonly string[]
}

const HASH_LENGTH = 10

/** Builds the site of the documentation of the repository at `root` into a folder, which is emptied before. */
export async function buildSite(root: string, folder: string): Promise<BuiltSite> {
  const files: { readonly name: string; readonly content: string | Buffer }[] = []
  const kindOf = (path: string) => {
    const stats = statSync(join(root, path), { throwIfNoEntry: false })
    return stats === undefined ? 'nothing' : stats.isDirectory() ? 'folder' : 'file'
  }
  const targetFrom = (source: string) => (link: string) => targetOf(link, source, kindOf)
  const pages = pagesFrom(INDEX, (source) => {
    const markdown = readFileSync(join(root, source), 'utf8')
    return { markdown, rendered: renderPage(markdown, source, targetFrom(source)) }
  })
  const addresses = new Map<string, string>()
  for (const source of pages.keys()) {
    const other = addresses.get(addressOf(source))
    if (other !== undefined) throw new Error(`${source} and ${other} have the same address.`)
    addresses.set(addressOf(source), source)
  }
  const index = [...pages].map(([source, { rendered }]) => ({
    title: rendered.title,
    address: addressOf(source),
    sections: rendered.sections,
  }))
  const assets = {
    style: asset('style.css', readFileSync(join(import.meta.dirname, 'browser/style.css'))),
    script: asset('search.js', await searchScript()),
    search: asset('search.json', JSON.stringify(searchIndex(index))),
  }
  files.push({ name: 'assets/icon.svg', content: readFileSync(join(root, 'packages/web/src/pages/icon.svg')) })

  const navigation = navigationOf(pages.get(INDEX)?.markdown ?? '', targetFrom(INDEX))
  for (const [source, { markdown, rendered }] of pages) {
    const siblings = siblingsOf(source, pages)
    const { title, html, sections } = rendered
    files.push({
      name: fileOf(source, 'html'),
      content: pageDocument({ source, title, html, sections, navigation, siblings, assets }),
    })
    files.push({ name: fileOf(source, 'md'), content: markdownForSite(markdown, source, targetFrom(source)) })
  }
  const titleOf = (source: string) => pages.get(source)?.rendered.title ?? source
  files.push({ name: 'llms.txt', content: llmsText(navigation, [...pages.keys()], titleOf) })

  rmSync(folder, { recursive: true, force: true })
  for (const { name, content } of files) writeCompressed(join(folder, name), Buffer.from(content))
  for (const path of copiedFiles(pages.values())) {
    const to = join(folder, addressOfFile(path))
    if (path.startsWith('docs/images/') || /\.(png|jpe?g|webp|gif)$/.test(path)) {
      mkdirSync(dirname(to), { recursive: true })
      copyFileSync(join(root, path), to)
    } else {
      writeCompressed(to, readFileSync(join(root, path)))
    }
  }
  return { pages: [...pages.keys()], searchFiles: [assets.script, assets.search] }

  function asset(name: string, content: string | Buffer): string {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH)
    const hashed = `assets/${name.replace('.', `-${hash}.`)}`
    files.push({ name: hashed, content })
    return hashed
  }
}

interface Page {
  readonly markdown: string
  readonly rendered: Rendered
}

/** Every page that can be reached from the first one. */
function pagesFrom(first: string, read: (source: string) => Page): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>()
  const waiting = [first]
  for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
    if (pages.has(source)) continue
    const page = read(source)
    pages.set(source, page)
    waiting.push(...page.rendered.targets.flatMap((target) => (target.kind === 'page' ? [target.source] : [])))
  }
  return pages
}

/** The other pages of a folder within the documentation. The folder of the index has the navigation instead. */
function siblingsOf(source: string, pages: ReadonlyMap<string, Page>): { source: string; title: string }[] {
  const folder = dirname(source)
  if (!folder.startsWith('docs/')) return []
  return [...pages]
    .filter(([other]) => dirname(other) === folder)
    .map(([other, { rendered }]) => ({ source: other, title: rendered.title }))
    .sort(
      (a, b) =>
        Number(b.source.endsWith('README.md')) - Number(a.source.endsWith('README.md')) ||
        a.title.localeCompare(b.title),
    )
}

function copiedFiles(pages: Iterable<Page>): ReadonlySet<string> {
  const isCopied = (target: Target) => target.kind === 'image' || target.kind === 'file'
  return new Set(
    [...pages].flatMap(({ rendered }) =>
      rendered.targets.flatMap((target) => (isCopied(target) && 'path' in target ? [target.path] : [])),
    ),
  )
}

async function searchScript(): Promise<Buffer> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'browser/search.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'inline',
    write: false,
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('The script of the search was not built.')
  return Buffer.from(file.contents)
}

const BROTLI_QUALITY = 9
/** Below this size, a response is not smaller in any way that counts. */
const COMPRESSED_MIN = 1_024

function writeCompressed(path: string, content: Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  if (content.length < COMPRESSED_MIN) return
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  )
}
