import { isRecord } from '@footfall/core-domain'
import { OPERATIONS, type Operation } from '@footfall/operations'
import { z } from 'zod'
import { optionNamed, UsageError } from '../errors.ts'
import type { Fields } from './remote-service.ts'
import { kindOf, type Schema, shapeText } from './schema-text.ts'

/** Values by the names of fields, as the command line gave them. */
export type GivenFields = ReadonlyMap<string, string>

/** The operation of this name, with or without its prefix. Throws `UsageError`. */
export function operationNamed(name: string): Operation {
  const found = OPERATIONS.find((operation) => operation.name === name || shortName(operation) === name)
  if (found === undefined)
    throw new UsageError(`The operation ${name} does not exist; \`footfall call --help\` lists them`)
  return found
}

export const shortName = ({ name }: Pick<Operation, 'name'>): string => name.replace(/^service_/, '')

/** Of a write; a read has no body. */
export interface Field {
  readonly place: 'path' | 'query' | 'body'
  readonly schema: z.core.$ZodType | undefined
}

/** The fields of an operation by name, with where each goes. */
export function fieldsOf(operation: Operation): ReadonlyMap<string, Field> {
  const named = (place: Field['place'], schema: z.ZodType | undefined) =>
    schema instanceof z.ZodObject
      ? Object.entries(schema.shape).map(([name, field]): [string, Field] => [name, { place, schema: field }])
      : []
  const product: [string, Field][] =
    operation.product === 'none' ? [] : [['product', { place: operation.product, schema: undefined }]]
  return new Map([
    ...product,
    ...named('path', operation.params),
    ...named('query', operation.query),
    ...named('body', operation.body),
  ])
}

/**
 * What an operation is given, as the client takes it. The service checks the values. Throws `UsageError` for fields that the
 * operation does not have.
 */
export function inputOf(operation: Operation, given: GivenFields, body: unknown = {}): Fields {
  const fields = fieldsOf(operation)
  const unknown = [...given.keys()].filter((name) => !fields.has(name))
  if (unknown.length > 0)
    throw new UsageError(
      `${operation.name} has no ${unknown.map(optionNamed).join(', ')}; it takes ${[...fields.keys()].map(optionNamed).join(', ') || 'no fields'}`,
    )
  if (!isRecord(body)) throw new UsageError('--body: must be a JSON object')
  for (const [name, { place }] of fields) {
    if (place !== 'path') continue
    if (!given.get(name)) throw new UsageError(`${optionNamed(name)} is missing`)
    if (Object.hasOwn(body, name))
      throw new UsageError(`--body: ${name} belongs to the path; give it as ${optionNamed(name)}`)
  }
  const values = [...given].map(([name, text]) => {
    const field = fields.get(name)
    return [name, field?.place === 'body' ? fieldValue(name, text, field.schema) : text]
  })
  return { ...body, ...Object.fromEntries(values) }
}

/** Text stays text where the field takes it; everything else is JSON. Throws `UsageError`. */
function fieldValue(name: string, text: string, schema: z.core.$ZodType | undefined): unknown {
  if (schema !== undefined && isText(schema)) return text
  try {
    return JSON.parse(text)
  } catch {
    // A list of names, as in `--scopes a,b`.
    if (schema !== undefined && isList(schema) && /^[\w:.*/-]+(?:,[\w:.*/-]+)*$/.test(text)) return text.split(',')
    throw new UsageError(`${optionNamed(name)}: must be JSON, such as true, 5, ["a"] or {"mode":"all"}`)
  }
}

const zodKindOf = (schema: z.core.$ZodType): string => {
  const { def } = unwrapped(schema)._zod
  return def.type
}
const isText = (schema: z.core.$ZodType) =>
  ['string', 'enum', 'literal', 'template_literal', 'pipe'].includes(zodKindOf(schema))
const isList = (schema: z.core.$ZodType) => zodKindOf(schema) === 'array'

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return unwrapped(schema.unwrap())
  if (schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodTransform) return unwrapped(schema.def.out)
  return schema
}

/** Whether its question may be about several products. */
export const takesSeveral = (operation: Operation): boolean => 'several' in operation && operation.several

/** What a value may be, in words. In a query, lists are text. */
export function typeOf({ place, schema }: Field, operation: Operation): string {
  if (schema === undefined) return takesSeveral(operation) ? 'ids or names separated by commas, or all' : 'id or name'
  const json = jsonSchemaOf(schema)
  const list = json.anyOf?.find(({ type }) => type === 'array')
  if (place !== 'body' && list !== undefined) return 'text, or several separated by commas'
  return kindOf(json)
}

/** What an object, or a list of objects, consists of; undefined for other values. */
export function partsOf({ schema }: Field): string | undefined {
  const text = schema === undefined ? '' : shapeText(jsonSchemaOf(schema))
  return text.includes('\n') ? text : undefined
}

function jsonSchemaOf(schema: z.core.$ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
}

export function descriptionOf(schema: z.core.$ZodType | undefined): string {
  if (!(schema instanceof z.ZodType)) return ''
  return schema.description ?? (schema instanceof z.ZodOptional ? descriptionOf(schema.unwrap()) : '')
}

/** Whether a field may be left out. */
export function isOptional({ schema }: Field): boolean {
  return schema instanceof z.ZodType && schema.isOptional()
}
