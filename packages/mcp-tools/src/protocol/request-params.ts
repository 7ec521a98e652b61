import { ProtocolErrorCode, specTypeSchemas } from '@modelcontextprotocol/server'
import { z } from 'zod'

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}
interface RequestSchema {
  readonly '~standard': { validate(value: unknown): { readonly issues?: readonly Issue[] | undefined } }
}

/** The requests whose parameters the protocol prescribes. */
const REQUESTS: ReadonlyMap<unknown, RequestSchema> = new Map<unknown, RequestSchema>([
  ['initialize', specTypeSchemas.InitializeRequest],
  ['tools/list', specTypeSchemas.ListToolsRequest],
  ['tools/call', specTypeSchemas.CallToolRequest],
  ['resources/list', specTypeSchemas.ListResourcesRequest],
  ['resources/templates/list', specTypeSchemas.ListResourceTemplatesRequest],
  ['resources/read', specTypeSchemas.ReadResourceRequest],
  ['prompts/list', specTypeSchemas.ListPromptsRequest],
  ['prompts/get', specTypeSchemas.GetPromptRequest],
  ['completion/complete', specTypeSchemas.CompleteRequest],
])

const ErrorResponse = z.looseObject({ error: z.looseObject({ code: z.int(), message: z.string() }) })
const Requested = z.looseObject({ method: z.string() })

/**
 * The SDK calls parameters that it cannot read an internal error, and shows its own text of them. They are invalid parameters, and
 * each is named. Any other answer stays as it is.
 */
export function withParamsNamed(body: string, message: unknown): string {
  if (!body.includes('"error"')) return body
  const requested = Requested.safeParse(message)
  if (!requested.success) return body
  const issues = REQUESTS.get(requested.data.method)?.['~standard'].validate(message).issues
  if (issues === undefined) return body
  const parsed = ErrorResponse.safeParse(JSON.parse(body))
  if (!parsed.success || !UNREADABLE.has(parsed.data.error.code)) return body
  const wrong = issues.map((issue) => `${(issue.path ?? []).map(keyOf).join('.')}: ${issue.message}`)
  const error = { code: ProtocolErrorCode.InvalidParams, message: `Invalid params. ${wrong.join('; ')}` }
  return JSON.stringify({ ...parsed.data, error })
}

const UNREADABLE: ReadonlySet<number> = new Set([ProtocolErrorCode.InternalError, ProtocolErrorCode.InvalidParams])

const keyOf = (segment: PropertyKey | { readonly key: PropertyKey }) =>
  String(typeof segment === 'object' ? segment.key : segment)
