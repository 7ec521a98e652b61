import { IntlMessageFormat } from 'intl-messageformat'
import type { Plugin } from 'vite'

const MESSAGES = /[\\/]src[\\/]messages[\\/][a-z-]+\.json$/
const PARSER = '@formatjs/icu-messageformat-parser'

/** Parses the messages when the pages are built, so that no browser loads the parser or runs it. */
export function parsedMessages(): Plugin {
  return {
    name: 'parsed-messages',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === PARSER ? this.resolve(`${PARSER}/no-parser.js`, importer) : null
    },
    transform(json, id) {
      if (!MESSAGES.test(id)) return null
      const messages: Readonly<Record<string, string>> = JSON.parse(json)
      return { code: JSON.stringify(parsed(messages)), map: null }
    },
  }
}

/** Plain texts stay as they are. */
function parsed(messages: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(messages).map(([key, text]) => [key, /[{<']/.test(text) ? IntlMessageFormat.__parse?.(text) : text]),
  )
}
