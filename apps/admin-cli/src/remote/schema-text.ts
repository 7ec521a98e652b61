/** The part of JSON Schema that the interface's description uses. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly $ref?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly example?: unknown
  readonly contentMediaType?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

/** What a value may be, in a few words for a cell of a table. */
export function kindOf(schema: Schema): string {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return unique(alternatives.map(kindOf)).join(' or ')
  if (schema.enum !== undefined) return schema.enum.map(String).join(', ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const { type } = schema
  if (typeof type === 'object') return unique(type.map((each) => kindOf({ ...schema, type: each }))).join(' or ')
  switch (type) {
    case 'string':
      return textKind(schema)
    case 'integer':
      return `integer${range(schema.minimum, schema.maximum)}`
    case 'number':
      return `number${range(schema.minimum, schema.maximum)}`
    case 'array':
      return `list of ${schema.items === undefined ? 'anything' : kindOf(schema.items)}${range(schema.minItems, schema.maxItems)}`
    case undefined:
      return 'anything'
    default:
      return type
  }
}

function textKind({ format, pattern, minLength, maxLength, contentMediaType }: Schema): string {
  if (contentMediaType === 'application/json') return 'JSON'
  if (format === 'date') return 'YYYY-MM-DD'
  if (format === 'date-time') return 'RFC 3339'
  const [, prefix] = /^\^([a-z]{3}_)/.exec(pattern ?? '') ?? []
  if (prefix !== undefined) return `${prefix}…`
  return format ?? `text${range(minLength, maxLength)}`
}

/** Bounds that JavaScript or nobody set say nothing. */
function range(from: number | undefined, to: number | undefined): string {
  const low = from === undefined || from <= 0 || from === Number.MIN_SAFE_INTEGER ? undefined : from
  const high = to === undefined || to === Number.MAX_SAFE_INTEGER ? undefined : to
  if (low !== undefined && high !== undefined) return ` ${low}–${high}`
  if (high !== undefined) return ` ≤ ${high}`
  return low === undefined || low === 1 ? '' : ` ≥ ${low}`
}

/** A value as it is written, with what is said about its parts behind them. */
export function shapeText(schema: Schema, indent = ''): string {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) {
    const objects = alternatives.filter(hasParts)
    const plain = unique(alternatives.filter((part) => !hasParts(part)).map(kindOf))
    return [...objects.map((part) => shapeText(part, indent)), ...plain].join(' | ')
  }
  if (schema.type === 'array' && schema.items !== undefined && hasParts(schema.items))
    return `[${shapeText(schema.items, indent)}, …]`
  if (!hasParts(schema)) return schema.enum === undefined ? kindOf(schema) : schema.enum.map(String).join(' | ')
  if (typeof schema.additionalProperties === 'object' && schema.properties === undefined)
    return `{ NAME: ${shapeText(schema.additionalProperties, indent)}, … }`
  const inner = `${indent}  `
  const required = new Set(schema.required)
  const lines = Object.entries(schema.properties ?? {}).map(([name, part]) => {
    const said = part.description === undefined ? '' : `  // ${part.description}`
    return `${inner}${name}${required.has(name) ? '' : '?'}: ${shapeText(part, inner)}${said}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function hasParts(schema: Schema): boolean {
  return (
    schema.type === 'object' ||
    (schema.anyOf ?? schema.oneOf)?.some(hasParts) === true ||
    (schema.type === 'array' && schema.items !== undefined && hasParts(schema.items))
  )
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
