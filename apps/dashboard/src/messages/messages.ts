import { IntlMessageFormat } from 'intl-messageformat'
import messages from './en.json'
import { LOCALE } from './locale.ts'

/** The name of a message, such as `team.title`. */
export type MessageKey = keyof typeof messages

/** The placeholders of a message. Numbers with `{count, number}` and `#` are written as in the region of the browser. */
export type MessageValues = Readonly<Record<string, string | number | Date>>

/** A message as plain text. Throws if a placeholder has no value. */
export function t(key: MessageKey, values?: MessageValues): string {
  if (values === undefined) return messages[key]
  const text = messageFormat(key).format<string>({ ...values })
  return Array.isArray(text) ? text.join('') : text
}

const formats = new Map<MessageKey, IntlMessageFormat>()

/** The parsed message. Each is parsed once. */
export function messageFormat(key: MessageKey): IntlMessageFormat {
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new IntlMessageFormat(toFormat(messages[key]), LOCALE)
  formats.set(key, format)
  return format
}

/** Kind of an element of a parsed message: a text as it is. */
const LITERAL = 0

/** Without placeholders there is nothing to parse. In the built pages, the other messages are parsed already. */
function toFormat(message: string): ConstructorParameters<typeof IntlMessageFormat>[0] {
  return typeof message !== 'string' || /[{<']/.test(message) ? message : [{ type: LITERAL, value: message }]
}
