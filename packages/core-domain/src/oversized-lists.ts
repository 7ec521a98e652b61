import { z } from 'zod'
import type { FieldError } from './errors.ts'
import { innerOf, optionsOf } from './known-names.ts'
import { plainMessage } from './plain-messages.ts'

/**
 * The lists of an input that are longer than their schema allows. Zod checks the length of a list after each of its elements,
 * and thousands of invalid elements take longer than any answer.
 */
export function oversizedLists(schema: z.core.$ZodType, input: unknown): readonly FieldError[] {
  return mayHoldList(schema) ? oversizedAt(schema, input, []) : []
}

/** Whether a schema can hold a list, which is looked up once: most bodies are a few texts. */
const HOLDS_LIST = new WeakMap<z.core.$ZodType, boolean>()

function mayHoldList(schema: z.core.$ZodType): boolean {
  const known = HOLDS_LIST.get(schema)
  if (known !== undefined) return known
  // A schema that holds itself is looked at once.
  HOLDS_LIST.set(schema, true)
  const holds = holdsList(schema)
  HOLDS_LIST.set(schema, holds)
  return holds
}

function holdsList(schema: z.core.$ZodType): boolean {
  const inner = innerOf(schema)
  if (inner !== undefined) return mayHoldList(inner)
  if (schema instanceof z.ZodArray) return true
  const options = optionsOf(schema)
  if (options.length > 0) return options.some(mayHoldList)
  return schema instanceof z.ZodObject && Object.values<z.core.$ZodType>(schema.shape).some(mayHoldList)
}

function oversizedAt(schema: z.core.$ZodType, input: unknown, path: readonly PropertyKey[]): readonly FieldError[] {
  // Most inputs are events of a few texts.
  if (typeof input !== 'object' || input === null) return []
  const known = LIST_FIELDS.get(schema)
  if (known !== undefined) return oversizedIn(known, input, path)
  const inner = innerOf(schema)
  if (inner !== undefined) return oversizedAt(inner, input, path)
  if (schema instanceof z.ZodArray && Array.isArray(input)) {
    const { maximum } = schema._zod.bag
    if (typeof maximum !== 'number') return []
    if (input.length > maximum) {
      const issue = { code: 'too_big', origin: 'array', maximum, inclusive: true, input } as const
      return [{ path: path.map(String).join('.'), message: plainMessage(issue) ?? '' }]
    }
    return input.flatMap((element, i) => oversizedAt(schema.element, element, [...path, i]))
  }
  // A field of several alternatives has the same limit in each of them, so any of them is right about it.
  for (const option of optionsOf(schema)) {
    const oversized = oversizedAt(option, input, path)
    if (oversized.length > 0) return oversized
  }
  if (!(schema instanceof z.ZodObject)) return []
  const fields = Object.entries<z.core.$ZodType>(schema.shape).filter(([, field]) => mayHoldList(field))
  LIST_FIELDS.set(schema, fields)
  return oversizedIn(fields, input, path)
}

type ListField = readonly [name: string, field: z.core.$ZodType]

/** The fields of schemas of objects that can hold a list, in the order of the schema: what a schema is takes longer to find out. */
const LIST_FIELDS = new WeakMap<z.core.$ZodType, readonly ListField[]>()

function oversizedIn(fields: readonly ListField[], input: object, path: readonly PropertyKey[]): readonly FieldError[] {
  const oversized: FieldError[] = []
  for (const [name, field] of fields)
    if (Object.hasOwn(input, name)) oversized.push(...oversizedAt(field, Reflect.get(input, name), [...path, name]))
  return oversized
}
