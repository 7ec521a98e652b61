import { type FieldError, InvalidRequest } from '@footfall/core-domain'
import type { z } from 'zod'

type Encoding = 'text' | 'number' | 'json'

/**
 * Turns the text of query parameters into the values the operation's schema speaks of: numbers where it wants
 * numbers, JSON where it wants lists or objects. It judges nothing else; the operation does.
 */
export function queryDecoder(schema: z.ZodObject): (rawQuery: string) => Record<string, unknown> {
  const encodings = new Map(Object.entries(schema.shape).map(([name, field]) => [name, fieldEncoding(field)]))
  return (rawQuery) => {
    const values: Record<string, unknown> = Object.create(null)
    if (rawQuery === '') return values
    const errors: FieldError[] = []
    for (const [name, text] of pairs(rawQuery)) {
      if (name in values) errors.push({ path: name, message: 'is given more than once' })
      else values[name] = decode(name, text, encodings.get(name) ?? 'text', errors)
    }
    if (errors.length > 0) throw new InvalidRequest(errors)
    return values
  }
}

function pairs(rawQuery: string): [string, string][] {
  try {
    return rawQuery
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const at = pair.indexOf('=')
        return at < 0 ? [decodePart(pair), ''] : [decodePart(pair.slice(0, at)), decodePart(pair.slice(at + 1))]
      })
  } catch {
    throw new InvalidRequest([{ path: 'query', message: 'is not valid percent-encoded UTF-8' }])
  }
}

function decodePart(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

function decode(name: string, text: string, encoding: Encoding, errors: FieldError[]): unknown {
  switch (encoding) {
    case 'text':
      return text
    case 'number':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
    case 'json':
      try {
        return JSON.parse(text)
      } catch {
        errors.push({ path: name, message: 'must be JSON' })
        return undefined
      }
  }
}

/** How a field of this schema travels in a query string. */
export function fieldEncoding(field: z.core.$ZodType): Encoding {
  const { def } = field._zod
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'nullable':
      return fieldEncoding((def as z.core.$ZodOptionalDef).innerType)
    case 'number':
    case 'int':
      return 'number'
    case 'array':
    case 'object':
    case 'record':
      return 'json'
    default:
      return 'text'
  }
}
