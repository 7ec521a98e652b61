import {
  AwaitingApproval,
  ExecutedMeta,
  type Exposed,
  executedOf,
  type Host,
  type ListParameter,
  listParameterOf,
  PageInfo,
  Preview,
  type Problems,
  ShownResource,
} from '@footfall/kernel'
import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'
import { type OpenApiDocument, withUsedSchemas } from './named-schemas.ts'
import { needsBody } from './needs-body.ts'
import { fieldEncoding } from './query-decoder.ts'

/** The parts of a host that a document needs. */
export type Documented = Pick<
  Host,
  'title' | 'version' | 'description' | 'baseUrl' | 'operations' | 'problems' | 'errorsOf'
>

type SecuritySchemes = NonNullable<NonNullable<ZodOpenApiObject['components']>['securitySchemes']>

/** What a host adds to its document. */
export interface DocumentAdditions {
  readonly license?: { readonly name: string; readonly identifier: string }
  readonly securitySchemes?: SecuritySchemes
  /** The names of the schemes that an operation takes; by default the first. */
  securityOf?(operation: Exposed): readonly string[]
  /** The group of an operation; by default the first word of its name. */
  tagOf?(operation: Exposed): string
  /** Routes that are not operations. `problems` makes the responses of codes. */
  readonly tags?: readonly string[]
  /** Schemas by the name that they have in the document; it leaves out those that it does not use. */
  readonly schemas?: Readonly<Record<string, z.ZodType>>
  addedPaths?(problems: (codes: readonly string[]) => ZodOpenApiOperationObject['responses']): ZodOpenApiPathsObject
}

export type { OpenApiDocument } from './named-schemas.ts'

const BEARER: SecuritySchemes = { bearer: { type: 'http', scheme: 'bearer' } }

const Page = PageInfo.meta({ id: 'Page' })
/** The resource is named by its parameter, such as `product`. */
const Executed = ExecutedMeta.catchall(ShownResource).meta({ id: 'ExecutedMeta' })

/** The OpenAPI 3.1 document, generated from the operations so that both stay the same. */
export function documentOf(host: Documented, additions: DocumentAdditions = {}): OpenApiDocument {
  const { operations } = host
  const { securitySchemes = BEARER, tagOf = firstWord, license, tags = [], schemas = {} } = additions
  const problems = problemResponses(host.problems)
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation, host, additions, problems),
    }
  }
  for (const [path, added] of Object.entries(additions.addedPaths?.(problems) ?? {}))
    paths[path] = { ...paths[path], ...added }
  const document = createDocument({
    openapi: '3.1.0',
    info: { title: host.title, version: host.version, description: host.description, ...(license && { license }) },
    servers: [{ url: host.baseUrl }],
    tags: [...new Set(operations.map(tagOf)), ...tags].map((name) => ({ name })),
    security: schemesNamed(Object.keys(securitySchemes).slice(0, 1)),
    paths,
    components: { securitySchemes, schemas },
  })
  return withUsedSchemas(document)
}

const schemesNamed = (names: readonly string[]) => names.map((name) => ({ [name]: [] }))

function operationObject(
  operation: Exposed,
  { errorsOf }: Documented,
  { securitySchemes = BEARER, securityOf, tagOf = firstWord }: DocumentAdditions,
  problems: ReturnType<typeof problemResponses>,
): ZodOpenApiOperationObject {
  const { body: schema, resource, scope, role } = operation
  const named = resource === undefined ? {} : { [resource.name]: resource.id }
  const path = { ...(resource?.place === 'path' ? named : {}), ...operation.params.shape }
  const query = { ...(resource?.place === 'query' ? named : {}), ...queryShape(operation) }
  return {
    operationId: operation.name,
    summary: operation.title,
    description: `${operation.description}\n\nScope \`${scope}\`${role ? `, role \`${role}\` or above` : ''}.`,
    tags: [tagOf(operation)],
    security: schemesNamed(securityOf?.(operation) ?? Object.keys(securitySchemes).slice(0, 1)),
    requestParams: {
      ...(Object.keys(path).length > 0 ? { path: z.object(path) } : {}),
      ...(Object.keys(query).length > 0 ? { query: z.object(query) } : {}),
      ...(operation.kind === 'write' ? { header: ConfirmationHeaders } : {}),
    },
    ...(schema === undefined
      ? {}
      : { requestBody: { required: needsBody(operation), content: { 'application/json': { schema } } } }),
    responses: {
      ...(operation.kind === 'write'
        ? writeResponses(operation, errorsOf(operation).includes('approval_declined'))
        : { 200: json('Done', envelope(operation)) }),
      ...problems(errorsOf(operation)),
    },
  }
}

const ConfirmationHeaders = z.object({
  'Service-Confirm': z
    .literal('true')
    .optional()
    .meta({
      param: { id: 'ServiceConfirm' },
      description: 'Without it the answer is a preview and nothing changes; with it the write executes.',
    }),
  'Idempotency-Key': z
    .string()
    .optional()
    .meta({
      param: { id: 'IdempotencyKey' },
      description: '1 to 255 visible ASCII characters, one per intended change. Required to confirm.',
    }),
  'Service-Preview': z
    .string()
    .optional()
    .meta({
      param: { id: 'ServicePreview' },
      description:
        'The `meta.confirm.preview` of this very change, at most ten minutes old and used for no other change. Required of credentials that have to preview first.',
    }),
})

export const json = (description: string, schema: z.ZodType) => ({
  description,
  content: { 'application/json': { schema } },
})

const Previewed = z
  .object({
    data: Preview,
    meta: z
      .object({
        confirm: z.object({
          headers: z.record(z.string(), z.string()),
          instructions: z.string(),
          preview: z.string().optional(),
        }),
        names: z.record(z.string(), z.string()).optional().meta({ description: 'Names of the ids in `changes`.' }),
      })
      .catchall(ShownResource),
  })
  .meta({ id: 'Previewed' })

const Waiting = z.object({ data: AwaitingApproval, meta: Executed }).meta({ id: 'AwaitingApproval' })

/** The responses that writes share. */
const PREVIEWED = { id: 'Previewed', ...json('Preview; nothing changed', Previewed) }
const WAITING = { id: 'AwaitingApproval', ...json('Confirmed, and waits until a person approves it', Waiting) }

/** 200 for a preview; 201 for an execution that creates something; 202 where a credential may need approval. */
function writeResponses(operation: Exposed, canWait: boolean) {
  const executed = z.object({ data: executedOf(operation.output), meta: Executed })
  const waiting = canWait ? { 202: WAITING } : {}
  return operation.creates
    ? { 200: PREVIEWED, 201: json('Executed', executed), ...waiting }
    : { 200: json('Preview, or executed when confirmed', z.union([Previewed, executed])), ...waiting }
}

/** Lists of names are separated by commas in a query; other arrays and objects are JSON text. */
function queryShape(operation: Exposed): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(operation.query.shape).map(([name, field]) => [name, documented(field as z.ZodType)]),
  )
}

function documented(field: z.ZodType): z.ZodType {
  const list = listParameterOf(field)
  if (list !== undefined) return documentedList(field, list)
  if (fieldEncoding(field) !== 'json') return field
  const description = field.meta()?.description
  return z.string().optional().meta({ description, contentMediaType: 'application/json' })
}

/** Without `explode: false` a client sends the parameter once for each name. */
function documentedList(field: z.ZodType, { item, max }: ListParameter): z.ZodType {
  const names = z.array(item).min(1).max(max)
  const description = field.meta()?.description
  const param = { style: 'form', explode: false } as const
  return (field.safeParse(undefined).success ? names.optional() : names).meta({ description, param })
}

function envelope(operation: Exposed) {
  return z.object({
    data: operation.output,
    ...(operation.meta ? { meta: operation.meta } : {}),
    ...(operation.paged ? { page: Page.optional() } : {}),
  })
}

/** Makes the responses of codes: one for each status, with the codes that have it. Operations share equal responses. */
function problemResponses({ schema, meaningOf }: Problems) {
  const ProblemDetails = schema.meta({ id: 'Problem', description: 'RFC 9457 problem details. Match on `code`.' })
  const responses = new Map<string, ZodOpenApiResponseObject>()
  const responseOf = (codes: readonly string[]) => {
    const id = codes.map(inPascalCase).join('Or')
    const response = responses.get(id) ?? {
      id,
      description: codes.map((code) => `\`${code}\``).join(', '),
      content: { 'application/problem+json': { schema: ProblemDetails } },
    }
    responses.set(id, response)
    return response
  }
  return (codes: readonly string[]) => {
    const byStatus = Map.groupBy(codes, (code) => meaningOf(code).status)
    return Object.fromEntries(
      [...byStatus].map(([status, sharing]) => [`${status}` as `${4}${number}`, responseOf(sharing)]),
    )
  }
}

const inPascalCase = (code: string) => code.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())

const firstWord = ({ name }: Exposed) => name.split('_')[0] ?? name
