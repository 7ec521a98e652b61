import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const MESSAGES = fileURLToPath(new URL('../src/messages/', import.meta.url))
const LABELS = /^labels\.([\w-]+)\.json$/

export type Messages = Readonly<Record<string, string>>

/** The messages in English: written by hand, and made from the operations and from the tables of metrics and dimensions. */
export const ENGLISH_FILES = ['en.json', 'activity.en.json', 'labels.en.json'] as const

/** The languages of the service: `pnpm generate` writes the labels of each. */
export function writtenLanguages(): readonly string[] {
  return readdirSync(MESSAGES)
    .flatMap((name) => LABELS.exec(name)?.[1] ?? [])
    .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b))
}

/** All messages of a language. */
export function catalogOf(language: string): Messages {
  const own = language === 'en' ? toTranslate() : read(`${language}.json`)
  return { ...own, ...read(`labels.${language}.json`) }
}

/** The messages that a translator writes into `<language>.json`. */
export function toTranslate(): Messages {
  return { ...read('en.json'), ...read('activity.en.json') }
}

/** The messages of a language that may not be complete yet; undefined where there is no file. */
export function draftOf(language: string): Messages | undefined {
  return existsSync(`${MESSAGES}${language}.json`) ? read(`${language}.json`) : undefined
}

function read(name: string): Messages {
  return JSON.parse(readFileSync(`${MESSAGES}${name}`, 'utf8'))
}
