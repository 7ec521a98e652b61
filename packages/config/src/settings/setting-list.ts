import { z } from 'zod'
import { Environment } from './settings.ts'

/** What an operator may set a variable to. */
export interface SettingDescription {
  readonly variable: string
  /** In words, such as “a whole number from 0 to 65535”. */
  readonly accepts: string
  /** The default; undefined where there is none or where it depends on other settings. */
  readonly fallback: string | undefined
}

/** Every setting of the service, read from the schema that checks them. */
export function settingList(): readonly SettingDescription[] {
  const { properties = {} } = z.toJSONSchema(Environment, { io: 'input', unrepresentable: 'any' })
  const fallbacks = new Map<string, unknown>(Object.entries(Environment.parse({})))
  return Object.entries(properties).flatMap(([variable, property]) =>
    // The platform sets NODE_ENV; the service only reads it.
    variable === 'NODE_ENV' || typeof property === 'boolean'
      ? []
      : [{ variable, accepts: acceptedValues(variable, property), fallback: asVariable(fallbacks.get(variable)) }],
  )
}

function acceptedValues(
  variable: string,
  { type, minimum, maximum, enum: values }: z.core.JSONSchema.BaseSchema,
): string {
  if (values !== undefined) return `one of ${values.map(String).join(', ')}`
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  if (type === 'number') return `a number from ${minimum} to ${maximum}`
  return requirement(variable) ?? 'any text'
}

/** The schema's error for a text that meets no requirement. */
function requirement(variable: string): string | undefined {
  const field = Environment.shape[variable as keyof typeof Environment.shape]
  const [issue] = field.safeParse('!').error?.issues ?? []
  return issue?.message.replace(/^must (be|have) /, (_, verb) => (verb === 'have' ? 'a text with ' : ''))
}

function asVariable(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
