import { IntlMessageFormat } from 'intl-messageformat'
import activities from './activity.en.json'
import messages from './en.json'
import labels from './labels.en.json'
import { LOCALE } from './locale.ts'

/** The name of a message, such as `team.title`. */
export type MessageKey = keyof typeof messages | keyof typeof labels

/** The placeholders of a message. Numbers with `{count, number}` and `#` are written as in the region of the browser. */
type MessageValues = Readonly<Record<string, string | number | Date>>

/** The text of a message without placeholders; of others, the text or its parsed form. */
type Message = string | ReturnType<IntlMessageFormat['getAst']>

const catalogue = new Map<string, Message>(Object.entries({ ...messages, ...activities, ...labels }))
const formats = new Map<MessageKey, IntlMessageFormat>()

/**
 * Called by built pages only, in which each script brings the messages that it uses (`scripts/used-messages.ts`).
 *
 * @public
 */
export function addMessages(more: Readonly<Record<string, Message>>): void {
  for (const [key, message] of Object.entries(more)) catalogue.set(key, message)
}

/** A message as plain text. Throws if a placeholder has no value. */
export function t(key: MessageKey, values?: MessageValues): string {
  const message = catalogue.get(key)
  if (values === undefined && typeof message === 'string') return message
  const text = messageFormat(key).format<string>({ ...values })
  return Array.isArray(text) ? text.join('') : text
}

/** A message whose name is only known from an answer of the service; undefined where there is none of that name. */
export function knownMessage(name: string): string | undefined {
  const message = catalogue.get(name)
  return typeof message === 'string' ? message : undefined
}

/** The parsed message. Each is parsed once. */
export function messageFormat(key: MessageKey): IntlMessageFormat {
  const known = formats.get(key)
  if (known !== undefined) return known
  const format = new IntlMessageFormat(toFormat(catalogue.get(key) ?? key), LOCALE)
  formats.set(key, format)
  return format
}

/** Kind of an element of a parsed message: a text as it is. */
const LITERAL = 0

/** Without placeholders there is nothing to parse; built pages have no parser. */
function toFormat(message: Message): ConstructorParameters<typeof IntlMessageFormat>[0] {
  return typeof message !== 'string' || /[{<']/.test(message) ? message : [{ type: LITERAL, value: message }]
}
