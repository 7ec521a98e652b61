import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import type { Plugin } from 'vite'
import { catalogOf, ENGLISH_FILES, type Messages, writtenLanguages } from './catalogs.ts'
import { keysIn } from './message-keys.ts'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))
const CATALOGS = ENGLISH_FILES.map((name) => `${SOURCES}messages/${name}`)
const MESSAGES = `${SOURCES}messages/messages.ts`
const ENGLISH = 'en'
/** The descriptions and other names of metrics are for agents and programs; no page shows them. */
const METRIC_TABLE = 'core-domain/src/metrics/metric-table.ts'
const FOR_MACHINES = /\b(?:description|alsoCalled):\s*(?:'[^'\n]*'|`[^`]*`|\[[^\]]*\]),/g
/** The folder of the built scripts. Each language but English has a folder in it. */
const SCRIPTS = 'dashboard/'
/** Stands for messages until the scripts of all languages are written. The digits change the name of a script with its messages. */
const PLACEHOLDER = /(["'`])@messages:[\da-f]{8}:([\w.,]+)\1/g

/**
 * Gives each script the messages that it uses, already parsed. Otherwise every page would load those of all pages, and the
 * parser. A build has the document, and each script with messages, once for each language. Scripts without messages are shared.
 */
export function usedMessages(): Plugin {
  const languages = writtenLanguages()
  const catalogs = new Map(languages.map((language) => [language, catalogOf(language)]))
  const english = catalogs.get(ENGLISH) ?? {}
  const keys = new Set(Object.keys(english))
  /** `pnpm dev` serves one language. */
  const developed = process.env.DASHBOARD_LANGUAGE ?? ENGLISH
  let isBuild = false
  return {
    name: 'used-messages',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [
          {
            find: '@formatjs/icu-messageformat-parser',
            replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
          },
        ],
      },
    }),
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    load: (id) => (CATALOGS.includes(id) ? '{}' : undefined),
    transform(code, id) {
      const path = id.split('?')[0] ?? id
      if (path.endsWith(METRIC_TABLE)) return { code: code.replaceAll(FOR_MACHINES, ''), map: null }
      if (!path.startsWith(SOURCES) || path === MESSAGES || !/\.tsx?$/.test(path)) return undefined
      const used = [...keysIn(code, keys)]
      if (used.length === 0) return undefined
      const own = isBuild
        ? JSON.stringify(`@messages:${digest(used, catalogs)}:${used.join(',')}`)
        : literalOf(used, catalogs.get(developed) ?? english, developed)
      return {
        code: `${code}\n`.replace(/^/, () => `import { addMessages } from '${MESSAGES}'; addMessages(${own});`),
        map: null,
      }
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => (isBuild ? html : html.replace('<html lang="en">', `<html lang="${developed}">`)),
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const own = withMessages(chunks)
        for (const chunk of chunks) {
          const { code } = chunk
          for (const [language, catalog] of catalogs) {
            if (language === ENGLISH || !own.has(chunk.fileName)) continue
            this.emitFile({
              type: 'asset',
              fileName: fileIn(language, chunk.fileName),
              source: filled(inLanguage(code, language, own), catalog, language),
            })
          }
          chunk.code = filled(code, english, ENGLISH)
        }
        const page = bundle['index.html']
        if (page?.type !== 'asset') return
        const html = String(page.source)
        for (const language of languages) {
          if (language === ENGLISH) continue
          const source = inLanguage(html, language, own).replace('<html lang="en">', `<html lang="${language}">`)
          this.emitFile({ type: 'asset', fileName: `index.${language}.html`, source })
        }
      },
    },
  }
}

interface Chunk {
  readonly fileName: string
  readonly code: string
  readonly imports: readonly string[]
  readonly dynamicImports: readonly string[]
}

/** The scripts that have messages, or import one that has. */
function withMessages(chunks: readonly Chunk[]): ReadonlySet<string> {
  const found = new Set(chunks.filter(({ code }) => code.match(PLACEHOLDER) !== null).map(({ fileName }) => fileName))
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const { fileName, imports, dynamicImports } of chunks)
      if ([...imports, ...dynamicImports].some((name) => found.has(name))) found.add(fileName)
  }
  return found
}

function fileIn(language: string, fileName: string): string {
  return `${SCRIPTS}${language}/${fileName.slice(SCRIPTS.length)}`
}

/** Points to the scripts of the language; those without messages are one folder up. */
function inLanguage(code: string, language: string, own: ReadonlySet<string>): string {
  return code
    .replace(/(["'`])\.\/([\w.-]+\.js)\1/g, (whole, quote, name) =>
      own.has(SCRIPTS + name) ? whole : `${quote}../${name}${quote}`,
    )
    .replace(/(\/?)dashboard\/([\w.-]+\.js)/g, (whole, slash, name) =>
      own.has(SCRIPTS + name) ? `${slash}${fileIn(language, SCRIPTS + name)}` : whole,
    )
}

function filled(code: string, catalog: Messages, language: string): string {
  return code.replace(PLACEHOLDER, (_, _quote, names: string) => literalOf(names.split(','), catalog, language))
}

function literalOf(keys: readonly string[], catalog: Messages, language: string): string {
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, messageOf(catalog[key] ?? '', language)])))
}

function messageOf(text: string, language: string) {
  return /[{<']/.test(text) ? new IntlMessageFormat(text, language).getAst() : text
}

function digest(keys: readonly string[], catalogs: ReadonlyMap<string, Messages>): string {
  const texts = [...catalogs].map(([language, catalog]) => [language, keys.map((key) => catalog[key])])
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 8)
}
