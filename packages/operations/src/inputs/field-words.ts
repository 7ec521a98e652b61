import { isTextKey, type Language, type TextsIn, textsIn } from '@footfall/core-domain'
import { type Change, dayInWords, type FieldWords, fieldInWords, lengthInWords } from '@footfall/kernel'

type Words = (value: unknown, texts: TextsIn) => string | undefined

/** Values that are written by a rule, by the path of their field. Those of fixed lists have texts instead. */
const RULES: Readonly<Record<string, Words>> = {
  claims: claimsInWords,
  date: (day, { language }) => (typeof day === 'string' ? dayInWords(day, tagOf(language)) : undefined),
  language: (tag, { language }) =>
    typeof tag === 'string' ? new Intl.DisplayNames([language], { type: 'language' }).of(tag) : undefined,
  role: roleInWords,
  'rule.hours': (hours, { language }) => lengthInWords(hours, 'hour', tagOf(language)),
  'rule.percent': (percent, { say }) => (typeof percent === 'number' ? say('value.percent', { percent }) : undefined),
  'schedule.hour': (hour) => (typeof hour === 'number' ? hourInWords(hour) : undefined),
  'schedule.weekday': (day, { language }) => (typeof day === 'number' ? weekdayInWords(day, language) : undefined),
}

function roleInWords(role: unknown, { say }: TextsIn): string | undefined {
  const key = `role.${String(role)}`
  return isTextKey(key) ? say(key) : undefined
}

/** “08:00”. */
export function hourInWords(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** The name of a day of the week, of which Monday is the first. */
export function weekdayInWords(day: number, language: Language): string {
  // 1 January 2001 was a Monday.
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2001, 0, day))
}

/** The language tag in which dates and lengths are written: English in the British order of a date. */
export function tagOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language
}

function claimsInWords(claims: unknown, { say }: TextsIn): string | undefined {
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return undefined
  const pairs = Object.entries(claims).map(([name, value]) => `${name}=${String(value)}`)
  return pairs.length === 0 ? say('none.any') : pairs.join(say('value.separator'))
}

/** What a field is called in a language; undefined for one that no operation of this service changes. */
export function wordsOfField(path: string, language: Language = 'en'): FieldWords | undefined {
  const label = `field.${path}`
  if (!isTextKey(label)) return undefined
  const texts = textsIn(language)
  const none = `none.${path}`
  const rule = Object.hasOwn(RULES, path) ? RULES[path] : undefined
  return {
    label: texts.say(label),
    ...(isTextKey(none) && { none: texts.say(none) }),
    value: (value) => rule?.(value, texts) ?? namedValue(path, value, texts),
  }
}

/** The name of a value of a fixed list: fields with the same last name share their values. */
function namedValue(path: string, value: unknown, { say }: TextsIn): string | undefined {
  const key = `value.${path.slice(path.lastIndexOf('.') + 1)}.${String(value)}`
  return (typeof value === 'string' || typeof value === 'number') && isTextKey(key) ? say(key) : undefined
}

/** The names of changed fields for a sentence. */
export function namesOfFields(changes: readonly Pick<Change, 'path'>[]): string {
  return [...new Set(changes.map(({ path }) => wordsOfField(path)?.label ?? fieldInWords(path)))].join('; ')
}
