const SPECIAL = /[\t\n\\\r\0\b\f]/
const ESCAPES: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\\': '\\\\',
  '\r': '\\r',
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
}

/** A field in ClickHouse’s format TabSeparated. */
export function tsvText(value: string): string {
  return SPECIAL.test(value) ? value.replace(/[\t\n\\\r\0\b\f]/g, (special) => ESCAPES[special] ?? '') : value
}

/** A map of texts as one field; texts are in single quotes and escaped once. */
export function tsvMap(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([key, value]) => `${quoted(key)}:${quoted(value)}`).join(',')}}`
}

/** A list of texts as one field, in the same way. */
export function tsvTexts(texts: readonly string[]): string {
  return `[${texts.map(quoted).join(',')}]`
}

function quoted(text: string): string {
  return `'${tsvText(text).replaceAll("'", "\\'")}'`
}

const PLAIN: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', 0: '\0', b: '\b', f: '\f' }

/** The inverse of `tsvText`. */
export function textOfTsv(field: string): string {
  return field.includes('\\') ? field.replace(/\\(.)/gs, (_, special: string) => PLAIN[special] ?? special) : field
}

/** The inverse of `tsvMap`. The result has no prototype, as that of `propsText`. */
export function mapOfTsv(field: string): Record<string, string> {
  const map: Record<string, string> = Object.create(null)
  for (const [, key = '', value = ''] of field.matchAll(/'((?:[^'\\]|\\.)*)':'((?:[^'\\]|\\.)*)'/gs))
    map[textOfTsv(key)] = textOfTsv(value)
  return map
}
