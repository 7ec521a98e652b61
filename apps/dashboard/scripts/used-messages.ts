import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import type { Plugin } from 'vite'
import { keysIn } from './message-keys.ts'

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))
const CATALOGUES = ['en.json', 'activity.en.json'].map((name) => `${SOURCES}messages/${name}`)
const MESSAGES = `${SOURCES}messages/messages.ts`

/**
 * Gives each script the messages that it uses, already parsed. Otherwise every page would load those of all pages, and the
 * parser.
 */
export function usedMessages(): Plugin {
  const catalogue: Readonly<Record<string, string>> = Object.assign(
    {},
    ...CATALOGUES.map((path) => JSON.parse(readFileSync(path, 'utf8'))),
  )
  const keys = new Set(Object.keys(catalogue))
  const messageOf = (key: string) => {
    const text = catalogue[key] ?? ''
    return /[{<']/.test(text) ? new IntlMessageFormat(text, 'en').getAst() : text
  }
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
    load: (id) => (CATALOGUES.includes(id) ? '{}' : undefined),
    transform(code, id) {
      const path = id.split('?')[0] ?? id
      if (!path.startsWith(SOURCES) || path === MESSAGES || !/\.tsx?$/.test(path)) return undefined
      const used = [...keysIn(code, keys)]
      if (used.length === 0) return undefined
      const own = JSON.stringify(Object.fromEntries(used.map((key) => [key, messageOf(key)])))
      return {
        code: `${code}\n`.replace(/^/, `import { addMessages } from '${MESSAGES}'; addMessages(${own});`),
        map: null,
      }
    },
  }
}
