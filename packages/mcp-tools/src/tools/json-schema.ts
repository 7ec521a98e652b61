import {
  AwaitingApproval,
  ExecutedMeta,
  type Exposed,
  executedOf,
  PageInfo,
  Preview,
  type Problems,
} from '@footfall/kernel'
import { z } from 'zod'
import type { ToolAdditions } from '../services.ts'
import { withDefinitions } from './definitions.ts'

export type JsonSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' }

const CONFIRMATION = {
  confirm: z.boolean().optional().meta({ description: 'true makes the change; else a preview.' }),
  idempotency_key: z.string().optional().meta({ description: 'With confirm: new for each change.' }),
  preview: z.string().optional().meta({ description: 'With confirm: meta.confirm.preview.' }),
}

/** The result of a write that the person declined. */
const Declined = z.object({
  state: z.literal('declined'),
  operation: z.string(),
  answer: z.enum(['declined', 'cancelled']),
})

/** The input of a tool: path, query and body of its route as one flat object, and `confirm` for writes. */
export function inputSchema(operation: Exposed, { argumentsOf, rewrite }: ToolAdditions): JsonSchema {
  const { resource } = operation
  return toJsonSchema(
    z.strictObject({
      ...(resource === undefined ? {} : { [resource.name]: resource.named ?? resource.id }),
      ...operation.params.shape,
      ...bodyShape(operation),
      ...(argumentsOf?.(operation) ?? operation.query.shape),
      ...(operation.kind === 'write' ? CONFIRMATION : {}),
    }),
    'input',
    rewrite,
  )
}

/** The fields of an operation's body. Rules across fields are checked when it is called. */
function bodyShape({ body }: Exposed): z.ZodRawShape {
  if (body === undefined) return {}
  if (!(body instanceof z.ZodObject)) throw new TypeError('the body of an operation is an object')
  return body.shape
}

/**
 * The output of a tool: its result or a problem. Clients check the structured content of errors against the schema too,
 * so a schema of only the result would turn every error into a protocol error.
 */
export function outputSchema(
  operation: Exposed,
  { schema: Problem }: Problems,
  { rewrite }: ToolAdditions,
): JsonSchema {
  const anyOf = [...results(operation), Problem].map((schema) => toJsonSchema(schema, 'output', rewrite))
  return withDefinitions({ type: 'object', anyOf })
}

function results(operation: Exposed): z.ZodType[] {
  if (operation.kind === 'read') {
    return [
      z.object({
        data: operation.output,
        ...(operation.meta === undefined ? {} : { meta: operation.meta }),
        ...(operation.paged ? { page: PageInfo.optional() } : {}),
      }),
    ]
  }
  const confirm = z.object({
    arguments: z.record(z.string(), z.unknown()),
    instructions: z.string(),
    preview: z.string().optional(),
  })
  return [
    z.object({ data: Preview, meta: z.object({ confirm }) }),
    z.object({ data: executedOf(operation.output), meta: ExecutedMeta }),
    z.object({ data: Declined }),
    z.object({ data: AwaitingApproval }),
  ]
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', rewrite: ToolAdditions['rewrite']): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      rewrite?.(zodSchema, jsonSchema, io)
      tidy(jsonSchema, io)
    },
  })
  return { ...plain, type: 'object' }
}

/**
 * Removes what costs tokens and bytes and does not help. Bounds are checked when the tool is called, and an error names
 * them. Outputs are for clients that check them: the text of an answer says what its fields are, and the reference of the
 * interface describes them. They may gain fields, so their objects stay open.
 */
function tidy(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  delete schema.example
  for (const bound of BOUNDS) delete schema[bound]
  if (io === 'output') delete schema.description
  if (Object.keys(schema.properties ?? { any: true }).length === 0) delete schema.properties
  if (schema.description !== undefined) schema.description = schema.description.replace(AS_A_QUERY_PARAMETER, '')
  if (io === 'output' || schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (io === 'output' || (schema.minimum ?? 0) <= 1) delete schema.minimum
}

const BOUNDS = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'propertyNames',
  'additionalProperties',
] as const

/** Arguments are JSON already. */
const AS_A_QUERY_PARAMETER = / As a query parameter: JSON\.$/
