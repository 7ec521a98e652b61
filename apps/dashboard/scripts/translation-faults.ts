import { IntlMessageFormat } from 'intl-messageformat'
import type { Messages } from './catalogs.ts'

type Nodes = ReturnType<IntlMessageFormat['getAst']>

/** Kinds of the elements of a parsed message. */
const PLURAL = 6
const TAG = 8
const LITERAL = 0
const COUNT = 7

/**
 * What is wrong with the messages of a language, one sentence each: keys that are missing or too many, placeholders, tags and plural
 * forms that do not fit, quotes of a keyboard, and texts that are still English.
 */
export function translationFaults(
  language: string,
  english: Messages,
  translated: Messages,
  isSame: (key: string) => boolean,
): readonly string[] {
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(translated, key))
  const extra = Object.keys(translated).filter((key) => !Object.hasOwn(english, key))
  return [
    ...missing.map((key) => `${key} is missing`),
    ...extra.map((key) => `${key} is not a message in English`),
    ...Object.entries(translated).flatMap(([key, text]) => {
      const original = english[key]
      if (original === undefined) return []
      return faultsOf(language, original, text)
        .concat(text === original && mayDiffer(text) && !isSame(key) ? ['is still English'] : [])
        .map((fault) => `${key} ${fault}: ${text}`)
    }),
  ]
}

function faultsOf(language: string, original: string, text: string): readonly string[] {
  if (text.trim() === '' && original.trim() !== '') return ['is empty']
  if (/^\s/.test(text) !== /^\s/.test(original) && language !== 'ja' && language !== 'zh-CN')
    return ['begins with a space, or should']
  if (/['"]/.test(text) && !/['"]/.test(original)) return ['has quotes of a keyboard']
  try {
    const [given, asked] = [parsed(text, language), parsed(original, 'en')]
    const [names, wanted] = [namesIn(given), namesIn(asked)]
    return [
      ...[...wanted].filter((name) => !names.has(name)).map((name) => `lacks ${name}`),
      ...[...names].filter((name) => !wanted.has(name)).map((name) => `has ${name}`),
      ...pluralFaults(given, language),
    ]
  } catch (error) {
    return [`cannot be read (${error instanceof Error ? error.message : 'unknown'})`]
  }
}

function parsed(text: string, language: string): Nodes {
  return new IntlMessageFormat(text, language).getAst()
}

/** `{name}`, `<tag>` and `{count, plural}` of a message. `#` counts as its number. */
function namesIn(nodes: Nodes, found = new Set<string>()): ReadonlySet<string> {
  for (const node of nodes) {
    if (node.type === LITERAL || node.type === COUNT) continue
    found.add(node.type === TAG ? `<${node.value}>` : `{${node.value}}`)
    if (node.type === TAG) namesIn(node.children, found)
    if ('options' in node) for (const option of Object.values(node.options)) namesIn(option.value, found)
  }
  return found
}

/** The forms of a plural are those of the language, as CLDR has them. */
function pluralFaults(nodes: Nodes, language: string): readonly string[] {
  // “many” is for millions in French, Spanish and Portuguese, where `other` reads the same.
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((name) => name !== 'many')
  return nodes.flatMap((node): readonly string[] => {
    if (node.type === TAG) return pluralFaults(node.children, language)
    if (node.type !== PLURAL) return []
    const forms = Object.keys(node.options).filter((name) => !name.startsWith('='))
    return [
      ...categories.filter((name) => !forms.includes(name)).map((name) => `has no form for “${name}”`),
      ...forms
        .filter((name) => name !== 'many' && !categories.some((one) => one === name))
        .map((name) => `has the form “${name}”, which the language lacks`),
      ...Object.values(node.options).flatMap((option) => pluralFaults(option.value, language)),
    ]
  })
}

/** Whether a text has a word outside placeholders and tags. */
function mayDiffer(text: string): boolean {
  return /\p{L}{2}/u.test(text.replaceAll(/\{[^{}]*\}|<[^<>]*>/g, ''))
}
