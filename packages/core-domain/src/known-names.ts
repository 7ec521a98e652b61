import { z } from 'zod'
import { type KnownNames, NEAREST_MAX, nearest } from './nearest.ts'

/** The names that a schema accepts, if it is not an enumeration or accepts other names for them. */
const KNOWN_NAMES = new WeakMap<z.core.$ZodType, KnownNames>()

/** The same schema, which offers near names for one that it does not know. */
export function naming<Schema extends z.ZodType>(schema: Schema, known: KnownNames): Schema {
  KNOWN_NAMES.set(schema, known)
  return schema
}

/** The names near to what was given for a schema; of so few that all can be listed, any. */
export function nearestFor(schema: z.core.$ZodType, given: unknown): readonly string[] {
  return nearestOf(namesOf(schema), given)
}

/** The same for names that are already known. */
export function nearestOf(known: KnownNames | undefined, given: unknown): readonly string[] {
  if (typeof given !== 'string' || known === undefined) return []
  const near = nearest(given, known)
  return near.length === 0 && known.names.length <= NEAREST_MAX ? known.names : near
}

function namesOf(schema: z.core.$ZodType): KnownNames | undefined {
  const known = KNOWN_NAMES.get(schema)
  if (known !== undefined) return known
  const inner = innerOf(schema)
  if (inner !== undefined) return namesOf(inner)
  if (!(schema instanceof z.ZodEnum)) return undefined
  return { names: schema.options.filter((option): option is string => typeof option === 'string') }
}

/** The fields of a schema of objects, or of several of which the input may be any. */
export function fieldsOf(schema: z.core.$ZodType): readonly string[] {
  const inner = innerOf(schema)
  if (inner !== undefined) return fieldsOf(inner)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : optionsOf(schema).flatMap(fieldsOf)
}

/** The alternatives of a schema; empty where it has none. */
export function optionsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const inner = innerOf(schema)
  if (inner !== undefined) return optionsOf(inner)
  return schema instanceof z.ZodUnion ? schema.options : []
}

/** The schema of what lies at a path of the input; undefined where the schema says nothing about it. */
export function schemaAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  const [first, ...rest] = path
  if (first === undefined) return schema
  const inner = innerOf(schema)
  if (inner !== undefined) return schemaAt(inner, path)
  if (schema instanceof z.ZodObject) {
    const field = Object.hasOwn(schema.shape, first) ? schema.shape[String(first)] : undefined
    return field && schemaAt(field, rest)
  }
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, rest)
  if (schema instanceof z.ZodRecord) return schemaAt(schema.valueType, rest)
  for (const option of optionsOf(schema)) {
    const found = schemaAt(option, path)
    if (found !== undefined) return found
  }
  return undefined
}

/** What a schema wraps, where its input is that of the wrapped one. */
export function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  ) {
    return schema.def.innerType
  }
  if (!(schema instanceof z.ZodPipe)) return undefined
  return schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in
}
