import { CollectedEvent, CrawlerHits, type ErrorCode, Payment, ProductId } from '@footfall/core-domain'
import {
  DASHBOARD_OPERATIONS,
  ExecutedMeta,
  executedOf,
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

/** The OpenAPI 3.1 document, made from the operations so that it cannot drift from them. */
export function openApiDocument(baseUrl: string, operations: readonly Operation[] = OPERATIONS): OpenApiDocument {
  return documentOf(operations, baseUrl, 'body')
}

/** The same with what only a session may call; the dashboard's client is generated from it. */
export function dashboardApiDocument(baseUrl: string): OpenApiDocument {
  return documentOf([...OPERATIONS, ...DASHBOARD_OPERATIONS], baseUrl, 'bodyForPeople')
}

/** Which of an operation's bodies a document shows. */
type Body = 'body' | 'bodyForPeople'

function documentOf(operations: readonly Operation[], baseUrl: string, body: Body): OpenApiDocument {
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation, body),
    }
  }
  for (const [path, intake] of Object.entries(INTAKE)) paths[path] = { ...paths[path], post: intake }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Footfall',
      version: '1.0.0',
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

function operationObject(operation: Operation, body: Body): ZodOpenApiOperationObject {
  const schema = operation[body]
  const product = { product: ProductId.meta({ description: 'The product’s identifier.' }) }
  const path = { ...(operation.product === 'path' ? product : {}), ...operation.params.shape }
  const query = { ...(operation.product === 'query' ? product : {}), ...queryShape(operation) }
  const byKey = operation.openTo.has('website_key')
  return {
    operationId: operation.name,
    summary: operation.title,
    description: `${operation.description}\n\nScope \`${operation.access.scope}\`${operation.access.role ? `, role \`${operation.access.role}\` or above` : ''}.`,
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
      ...problems([...READ_PROBLEMS, ...(operation.kind === 'write' ? writeProblems(operation, body) : [])]),
    },
  }
}

const READ_PROBLEMS = [
  'invalid_request',
  'invalid_token',
  'insufficient_scope',
  'credential_not_accepted',
  'role_forbidden',
  'not_found',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[]

const WRITE_PROBLEMS = [
  'idempotency_key_required',
  'delegation_exceeded',
  'idempotency_conflict',
  'request_in_progress',
  'outcome_unknown',
  'revision_conflict',
  'already_exists',
  'quota_exceeded',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[]

/** Only people are asked to sign in again, so only the document for them says so. */
function writeProblems({ recentSignIn }: WriteOperation, body: Body): readonly ErrorCode[] {
  return recentSignIn && body === 'bodyForPeople' ? [...WRITE_PROBLEMS, 'reauthentication_required'] : WRITE_PROBLEMS
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
})

const json = (description: string, schema: z.ZodType) => ({ description, content: { 'application/json': { schema } } })

/** The preview is always a 200; an execution is a 201 where it makes something. */
function writeResponses(operation: WriteOperation) {
  const preview = z.object({
    data: Preview,
    meta: z.object({ confirm: z.object({ headers: z.record(z.string(), z.string()), instructions: z.string() }) }),
  })
  const executed = z.object({ data: executedOf(operation.output), meta: ExecutedMeta })
  return operation.creates
    ? { 200: json('Preview; nothing changed', preview), 201: json('Executed', executed) }
    : { 200: json('Preview, or executed when confirmed', z.union([preview, executed])) }
}

/** Lists and objects travel as JSON text in a query. */
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

const INTAKE: Readonly<Record<string, ZodOpenApiOperationObject>> = {
  '/api/event': {
    operationId: 'collect_event',
    summary: 'Collect an event',
    description:
      'Public, without cookies and without a credential; what the tracker calls. A request with an `Authorization` header is refused, whatever it holds, and counts no event. 202 means the event is durable. `accepted` is false when a shield or the bot filter left it out.',
    tags: ['intake'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: CollectedEvent } } },
    responses: {
      202: { description: 'Durable', content: { 'application/json': { schema: z.object({ accepted: z.boolean() }) } } },
      ...problems([
        'invalid_request',
        'invalid_token',
        'credential_not_accepted',
        'not_found',
        'payload_too_large',
        'unsupported_media_type',
        'rate_limited',
        'service_unavailable',
      ]),
    },
  },
  '/api/v1/crawls': {
    operationId: 'record_crawls',
    summary: 'Record crawler hits',
    description:
      'For servers and edges that see crawlers which run no script. Needs a key of the kind `crawler_intake`.',
    tags: ['intake'],
    security: [{ websiteKey: [] }],
    requestBody: { required: true, content: { 'application/json': { schema: CrawlerHits } } },
    responses: {
      202: {
        description: 'Durable',
        content: { 'application/json': { schema: z.object({ data: z.object({ accepted: z.int() }) }) } },
      },
      ...problems([
        'invalid_request',
        'invalid_token',
        'credential_not_accepted',
        'payload_too_large',
        'unsupported_media_type',
        'rate_limited',
        'service_unavailable',
      ]),
    },
  },
  '/api/v1/payments': {
    operationId: 'record_payment',
    summary: 'Record a payment',
    description: 'Counts revenue told by a server. The same `id` counts once. Needs a key of the kind `payment`.',
    tags: ['intake'],
    security: [{ websiteKey: [] }],
    requestBody: { required: true, content: { 'application/json': { schema: Payment } } },
    responses: {
      201: {
        description: 'Recorded',
        content: {
          'application/json': {
            schema: z.object({ data: z.object({ id: z.string(), recorded: z.boolean(), replayed: z.boolean() }) }),
          },
        },
      },
      ...problems([
        'invalid_request',
        'invalid_token',
        'credential_not_accepted',
        'already_exists',
        'payload_too_large',
        'unsupported_media_type',
        'rate_limited',
        'service_unavailable',
      ]),
    },
  },
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

/** `service_products_list` belongs under `products`. */
function tagOf(operation: Operation): string {
  return operation.name.split('_')[1] ?? 'service'
}
