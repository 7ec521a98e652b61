import { z } from 'zod'
import { Environment } from './settings.ts'

/** What an operator may write into a variable. */
export interface SettingDescription {
  readonly variable: string
  /** In words, such as “a whole number from 0 to 65535”. */
  readonly accepts: string
  /** What holds without it, where that does not depend on anything else. */
  readonly fallback: string | undefined
}

/** Every setting of the service, as the schema that checks them knows them. */
export function settingList(): readonly SettingDescription[] {
  const { properties = {} } = z.toJSONSchema(Environment, { io: 'input', unrepresentable: 'any' })
  const fallbacks = new Map<string, unknown>(Object.entries(Environment.parse({})))
  return Object.entries(properties).flatMap(([variable, property]) =>
    // It is the platform's, and only read.
    variable === 'NODE_ENV' || typeof property === 'boolean'
      ? []
      : [{ variable, accepts: accepted(variable, property), fallback: written(fallbacks.get(variable)) }],
  )
}

function accepted(variable: string, { type, minimum, maximum, enum: values }: z.core.JSONSchema.BaseSchema): string {
  if (values !== undefined) return `one of ${values.map(String).join(', ')}`
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  if (type === 'number') return `a number from ${minimum} to ${maximum}`
  return requirement(variable) ?? 'any text'
}

/** What the schema says to a text that is none of what it wants. */
function requirement(variable: string): string | undefined {
  const field = Environment.shape[variable as keyof typeof Environment.shape]
  const [issue] = field.safeParse('!').error?.issues ?? []
  return issue?.message.replace(/^must (be|have) /, (_, verb) => (verb === 'have' ? 'a text with ' : ''))
}

/** As it would stand in the environment. */
function written(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
