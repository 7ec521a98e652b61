import { type ErrorCode, ProductId, RELEASE_VERSION } from '@footfall/core-domain'
import {
  DASHBOARD_OPERATIONS,
  ExecutedMeta,
  errorsOf,
  executedOf,
  INTAKE_OPERATIONS,
  type IntakeOperation,
  OPERATIONS,
  type Operation,
  PageInfo,
  PROBLEM_STATUS,
  Preview,
  Problem,
  type ReadOperation,
  type WriteOperation,
} from '@footfall/operations'
import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { fieldEncoding } from './query-decoder.ts'

const ProblemDetails = Problem.meta({ id: 'Problem', description: 'RFC 9457 problem details. Match on `code`.' })

const Page = PageInfo.meta({ id: 'Page' })

export type OpenApiDocument = ReturnType<typeof createDocument>

/** The OpenAPI 3.1 document, generated from the operations so that both stay the same. */
export function openApiDocument(baseUrl: string, operations: readonly Operation[] = OPERATIONS): OpenApiDocument {
  return documentOf(operations, baseUrl, 'machines')
}

/** The same document with the operations for sessions; the client of the dashboard is generated from it. */
export function dashboardApiDocument(baseUrl: string): OpenApiDocument {
  return documentOf([...OPERATIONS, ...DASHBOARD_OPERATIONS], baseUrl, 'people')
}

/** Who a document is for. Only people are asked to reauthenticate. */
type Reader = 'machines' | 'people'

function documentOf(operations: readonly Operation[], baseUrl: string, reader: Reader): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation, reader),
    }
  }
  for (const intake of INTAKE_OPERATIONS) paths[intake.path] = { ...paths[intake.path], post: intakeObject(intake) }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Footfall',
      version: RELEASE_VERSION,
      description:
        'Web analytics for people and their agents. Success is `{ data, meta, page }`; errors are RFC 9457 problem details with a stable `code`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(operations.map(tagOf)), 'intake'].map((name) => ({ name })),
    security: [{ accountToken: [] }],
    paths,
    components: {
      securitySchemes: {
        accountToken: { type: 'http', scheme: 'bearer', description: 'An account token, `jt_…`.' },
        websiteKey: { type: 'http', scheme: 'bearer', description: 'A Website API key of one product, `jk_…`.' },
      },
    },
  })
}

/** Refusals that only a session can get. */
const ASKED_OF_PEOPLE: ReadonlySet<string> = new Set(['reauthentication_required', 'second_factor_required'])

function operationObject(operation: Operation, reader: Reader): ZodOpenApiOperationObject {
  const schema = operation.body
  const refusals = errorsOf(operation).filter((code) => reader === 'people' || !ASKED_OF_PEOPLE.has(code))
  const product = { product: ProductId.meta({ description: 'The product’s identifier.' }) }
  const path = { ...(operation.product === 'path' ? product : {}), ...operation.params.shape }
  const query = { ...(operation.product === 'query' ? product : {}), ...queryShape(operation) }
  const byKey = operation.allowedPrincipals.has('website_key')
  return {
    operationId: operation.name,
    summary: operation.title,
    description: `${operation.description}\n\nScope \`${operation.scope}\`${operation.role ? `, role \`${operation.role}\` or above` : ''}.`,
    tags: [tagOf(operation)],
    security: byKey ? [{ accountToken: [] }, { websiteKey: [] }] : [{ accountToken: [] }],
    requestParams: {
      ...(Object.keys(path).length > 0 ? { path: z.object(path) } : {}),
      ...(Object.keys(query).length > 0 ? { query: z.object(query) } : {}),
      ...(operation.kind === 'write' ? { header: ConfirmationHeaders } : {}),
    },
    ...(schema === undefined ? {} : { requestBody: { required: true, content: { 'application/json': { schema } } } }),
    responses: {
      ...(operation.kind === 'write' ? writeResponses(operation) : { 200: json('Done', envelope(operation)) }),
      ...problems(refusals),
    },
  }
}

const ConfirmationHeaders = z.object({
  'Service-Confirm': z
    .literal('true')
    .optional()
    .meta({ description: 'Without it the answer is a preview and nothing changes; with it the write executes.' }),
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({ description: '1 to 255 visible ASCII characters, one per intended change. Required to confirm.' }),
  'Service-Preview': z.string().optional().meta({
    description:
      'The `meta.confirm.preview` of this very change, at most ten minutes old and used for no other change. Required to confirm for a token with `preview_first`.',
  }),
})

const json = (description: string, schema: z.ZodType) => ({ description, content: { 'application/json': { schema } } })

/** A preview is a 200; an execution that creates something is a 201. */
function writeResponses(operation: WriteOperation) {
  const preview = z.object({
    data: Preview,
    meta: z.object({
      confirm: z.object({
        headers: z.record(z.string(), z.string()),
        instructions: z.string(),
        preview: z.string().optional(),
      }),
    }),
  })
  const executed = z.object({ data: executedOf(operation.output), meta: ExecutedMeta })
  return operation.creates
    ? { 200: json('Preview; nothing changed', preview), 201: json('Executed', executed) }
    : { 200: json('Preview, or executed when confirmed', z.union([preview, executed])) }
}

/** Arrays and objects are JSON text in a query. */
function queryShape(operation: Operation): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(operation.query.shape).map(([name, field]) => {
      if (fieldEncoding(field) !== 'json') return [name, field as z.ZodType]
      const description = (field as z.ZodType).meta()?.description
      return [name, z.string().optional().meta({ description, contentMediaType: 'application/json' })]
    }),
  )
}

function envelope(operation: ReadOperation) {
  return z.object({
    data: operation.output,
    ...(operation.meta ? { meta: operation.meta } : {}),
    ...(operation.paged ? { page: Page.optional() } : {}),
  })
}

function intakeObject(intake: IntakeOperation): ZodOpenApiOperationObject {
  const answers = Object.entries(intake.answers).map(([status, { description, body }]) => [
    status as `2${number}`,
    json(description, body),
  ])
  return {
    operationId: intake.name,
    summary: intake.title,
    description: intake.description,
    tags: ['intake'],
    security: intake.credential === 'none' ? [] : [{ websiteKey: [] }],
    requestBody: { required: true, content: { 'application/json': { schema: intake.documented ?? intake.input } } },
    responses: { ...Object.fromEntries(answers), ...problems(intake.errors) },
  }
}

function problems(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => PROBLEM_STATUS[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, sharing]) => [
      `${status}` as `${4}${number}`,
      {
        description: sharing.map((code) => `\`${code}\``).join(', '),
        content: { 'application/problem+json': { schema: ProblemDetails } },
      },
    ]),
  )
}

/** The tag of `service_products_list` is `products`. */
function tagOf(operation: Operation): string {
  return operation.name.split('_')[1] ?? 'service'
}
