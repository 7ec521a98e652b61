import { ExecutedMeta, executedOf, type Operation, PageInfo, Preview, Problem } from '@footfall/operations'
import { z } from 'zod'

export type JsonSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' }

const Product = z
  .string()
  .optional()
  .meta({ description: 'Id, hostname or exact name. May be left out where you reach one product.' })

const CONFIRMATION = {
  confirm: z
    .boolean()
    .optional()
    .meta({ description: 'true makes the change; without it the answer is a preview and nothing changes.' }),
  idempotency_key: z
    .string()
    .optional()
    .meta({ description: 'Needed with confirm: a new text of 1–255 visible ASCII characters for each change.' }),
  preview: z.string().optional().meta({ description: 'With confirm: meta.confirm.preview, where given.' }),
}

/** The result of a write that the person declined. */
const Declined = z.object({
  state: z.literal('declined'),
  operation: z.string(),
  answer: z.enum(['declined', 'cancelled']),
})

/** The input of a tool: path, query and body of its route as one flat object, and `confirm` for writes. */
export function inputSchema(operation: Operation): JsonSchema {
  return toJsonSchema(
    z.strictObject({
      ...(operation.product === 'none' ? {} : { product: Product }),
      ...operation.params.shape,
      ...operation.query.shape,
      ...bodyShape(operation),
      ...(operation.kind === 'write' ? CONFIRMATION : {}),
    }),
    'input',
  )
}

/** The fields of an operation's body. Rules across fields are checked when it is called. */
function bodyShape({ body }: Operation): z.ZodRawShape {
  if (body === undefined) return {}
  if (!(body instanceof z.ZodObject)) throw new TypeError('the body of an operation is an object')
  return body.shape
}

/**
 * The output of a tool: its result or a problem. Clients check the structured content of errors against the schema too,
 * so a schema of the result alone would turn every refusal into a protocol error.
 */
export function outputSchema(operation: Operation): JsonSchema {
  return { type: 'object', anyOf: [...results(operation), Problem].map((schema) => toJsonSchema(schema, 'output')) }
}

function results(operation: Operation): z.ZodType[] {
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
  ]
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => tidy(jsonSchema, io),
  })
  return { ...plain, type: 'object' }
}

/** Removes what costs a model tokens and has no information. Outputs may gain fields, so their objects stay open. */
function tidy(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void {
  delete schema.example
  if (schema.format !== undefined) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (io === 'output') delete schema.additionalProperties
}
