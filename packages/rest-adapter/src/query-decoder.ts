import type { IncomingMessage } from 'node:http'
import { type FieldError, InvalidRequest } from '@footfall/core-domain'
import { PARAMETERS_MAX } from '@footfall/http-primitives'
import { listParameterOf, type ResourcePlace } from '@footfall/kernel'
import { z } from 'zod'

type Encoding = 'text' | 'number' | 'json' | 'list'

export interface DecodedQuery {
  readonly query: Readonly<Record<string, unknown>>
  /** Parameters that could not be decoded, reported together with the other invalid input. */
  readonly undecodable: InvalidRequest | undefined
}

const NO_QUERY: DecodedQuery = { query: {}, undecodable: undefined }

/**
 * Turns the text of query parameters into the values that the operation's schema expects, such as numbers, and objects from
 * JSON. A list of names is separated by commas, and may be given in several parameters of its
 * name. It validates nothing; the operation does.
 */
export function queryDecoder(schema: z.ZodObject, resource?: ResourcePlace): (rawQuery: string) => DecodedQuery {
  const encodings = new Map(Object.entries(schema.shape).map(([name, field]) => [name, fieldEncoding(field)]))
  if (resource?.place === 'query' && resource.isList) encodings.set(resource.name, 'list')
  return (rawQuery) => {
    if (rawQuery === '') return NO_QUERY
    const values: Record<string, unknown> = Object.create(null)
    const errors: FieldError[] = []
    for (const [name, text] of pairs(rawQuery, errors)) {
      const encoding = encodings.get(name) ?? 'text'
      if (!(name in values)) values[name] = decode(name, text, encoding, errors)
      else if (encoding === 'list') values[name] = `${values[name]},${text}`
      else errors.push({ path: name, message: 'is given more than once' })
    }
    return { query: values, undecodable: errors.length > 0 ? new InvalidRequest(errors) : undefined }
  }
}

/** The query of a request as it was sent, without the question mark. */
export function queryOf({ url = '' }: Pick<IncomingMessage, 'url'>): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

function pairs(rawQuery: string, errors: FieldError[]): [string, string][] {
  const given = rawQuery.split('&', PARAMETERS_MAX + 1)
  if (given.length > PARAMETERS_MAX) {
    errors.push({ path: 'query', message: `must have at most ${PARAMETERS_MAX} parameters` })
    given.pop()
  }
  const decoded: [string, string][] = []
  for (const pair of given) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    try {
      decoded.push(at < 0 ? [decodePart(pair), ''] : [decodePart(pair.slice(0, at)), decodePart(pair.slice(at + 1))])
    } catch {
      errors.push({ path: 'query', message: 'is not valid percent-encoded UTF-8' })
    }
  }
  return decoded
}

function decodePart(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

function decode(name: string, text: string, encoding: Encoding, errors: FieldError[]): unknown {
  switch (encoding) {
    case 'text':
    case 'list':
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

/** How a query string encodes a field of this schema. */
export function fieldEncoding(field: z.core.$ZodType): Encoding {
  if (listParameterOf(field) !== undefined) return 'list'
  if (field instanceof z.ZodPipe && field.def.in instanceof z.ZodTransform) return fieldEncoding(field.def.out)
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
