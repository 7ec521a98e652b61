import {
  type InboundClassificationOutcome,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { callTool } from '../calls/call-tool.ts'
import { JSON_TYPE, type Reply } from '../messages/reply.ts'
import type { Caller, EndpointServices } from '../services.ts'
import type { PreparedList, ToolSet } from '../tools/prepared-tools.ts'
import { LIST_CACHE, SERVER_INFO } from './server-info.ts'

/** A request as classified, with the headers that revision 2026-07-28 mirrors. */
export interface Inbound {
  readonly outcome: InboundClassificationOutcome
  readonly value: unknown
  header(name: string): string | undefined
}

const SERVED: ReadonlySet<string> = new Set(SUPPORTED_PROTOCOL_VERSIONS)
const LIST_FIELDS: ReadonlySet<string> = new Set(['_meta'])
const CALL_FIELDS: ReadonlySet<string> = new Set(['_meta', 'name', 'arguments'])
const META = JSON.stringify({ [SERVER_INFO_META_KEY]: SERVER_INFO })
/** Fields of revision 2026-07-28 that every result has. */
const MODERN = `"resultType":"complete","_meta":${META}`
const MODERN_LIST = `"ttlMs":${LIST_CACHE.ttlMs},"cacheScope":"${LIST_CACHE.cacheScope}",${MODERN}`

/**
 * Answers the two most frequent requests, `tools/list` and `tools/call` of a read, without an instance of the SDK's server.
 * Any unusual request is left to the SDK. The answer is byte for byte that of the SDK, which a test compares. It saves 59 %
 * of the processor time of a call and 85 % of that of a list; docs/decisions/mcp-fast-path.md has the figures.
 */
export function answerFast(
  inbound: Inbound,
  tools: ToolSet,
  caller: Caller,
  services: EndpointServices,
): Promise<Reply> | undefined {
  const { outcome, value } = inbound
  if (outcome.kind === 'reject' || !isRecord(value)) return undefined
  const { id, method, params = {} } = value
  if ((typeof id !== 'string' && typeof id !== 'number') || !isRecord(params)) return undefined
  const modern = outcome.kind === 'modern'
  if (modern ? !mirrorsBody(inbound, method, params) : !isServedVersion(inbound)) return undefined
  if (!(params._meta === undefined || isRecord(params._meta))) return undefined
  if (method === 'tools/list' && hasOnly(params, LIST_FIELDS))
    return Promise.resolve(listReply(id, tools.listFor(caller.principal), modern))
  if (method === 'tools/call' && hasOnly(params, CALL_FIELDS))
    return readFast(id, params, modern, tools, caller, services)
  return undefined
}

function readFast(
  id: string | number,
  { name, arguments: given = {} }: Record<string, unknown>,
  modern: boolean,
  tools: ToolSet,
  caller: Caller,
  services: EndpointServices,
): Promise<Reply> | undefined {
  const tool = typeof name === 'string' ? tools.find(name) : undefined
  if (tool?.operation.kind !== 'read' || !isRecord(given)) return undefined
  return callTool(tool, given, caller, services).then((result) => {
    const fields = JSON.stringify(result).slice(1, -1)
    return reply(id, modern ? `${fields},${MODERN}` : fields)
  })
}

/** The list has many kilobytes, so its encoded bytes are copied. */
function listReply(id: string | number, { json }: PreparedList, modern: boolean): Reply {
  const before = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"tools":`)
  const after = Buffer.from(modern ? `,${MODERN_LIST}}}` : '}}')
  return { status: 200, headers: JSON_TYPE, body: Buffer.concat([before, json, after]) }
}

function reply(id: string | number, fields: string): Reply {
  return { status: 200, headers: JSON_TYPE, body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${fields}}}` }
}

/** Revision 2026-07-28 repeats parts of the body in headers. Other spellings of the same value are left to the SDK. */
function mirrorsBody({ outcome, header }: Inbound, method: unknown, { name }: Record<string, unknown>): boolean {
  return (
    outcome.kind === 'modern' &&
    outcome.messageKind === 'request' &&
    outcome.classification.revision === MODERN_REVISION &&
    header('mcp-protocol-version') === MODERN_REVISION &&
    header('mcp-method') === method &&
    header('mcp-name') === (method === 'tools/call' ? name : undefined)
  )
}

const MODERN_REVISION = '2026-07-28'

function isServedVersion({ header }: Inbound): boolean {
  const version = header('mcp-protocol-version')
  return version === undefined || SERVED.has(version)
}

const hasOnly = (value: Record<string, unknown>, known: ReadonlySet<string>) =>
  Object.keys(value).every((key) => known.has(key))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
