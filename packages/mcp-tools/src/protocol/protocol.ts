import { isRecord } from '@footfall/core-domain'
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { type AnswerForm, inForm } from '../answer-form.ts'
import { callTool } from '../calls/call-tool.ts'
import { isWithin, NO_CEILING, reachedBy } from '../ceiling/ceilings.ts'
import { isHttpError } from '../messages/challenge.ts'
import type { Reply } from '../messages/reply.ts'
import type { Caller, ContextRequest, EndpointServices } from '../services.ts'
import type { ToolSet } from '../tools/prepared-tools.ts'
import { type Answered, changeByQuestion } from '../writes/ask-person.ts'
import type { RequestStates } from '../writes/request-state.ts'
import { secretInBrowser } from '../writes/secret-in-browser.ts'
import { assertFirstPage } from './first-page.ts'
import { withParamsNamed } from './request-params.ts'
import { serverIdentity } from './server-identity.ts'
import { LIST_CACHE } from './server-info.ts'

/** Who asks, and the tools that exist for them: those within the ceiling of the connection. */
export interface Asked {
  readonly caller: Caller
  readonly tools: ToolSet
  /** What the results of tools consist of. */
  readonly form: AnswerForm
}

export interface Protocol {
  /** Responds to a message of either era; the rules of the protocol are the SDK's. Throws errors that are HTTP responses. */
  answer(message: unknown, era: 'modern' | 'legacy', request: Request, asked: Asked): Promise<Reply>
}

/** The protocol by the SDK: a server instance for each request, and no state between requests. */
export function createProtocol(services: EndpointServices, states: RequestStates): Protocol {
  const exchanges = new WeakMap<Request, Exchange>()
  const serverFor = (era: 'modern' | 'legacy', exchange: Exchange) => createServer(era, exchange, services, states)
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo === undefined ? undefined : exchanges.get(requestInfo)
      if (exchange === undefined) throw new Error('a protocol instance belongs to a request')
      return serverFor('modern', exchange)
    },
    { legacy: 'reject' },
  )
  return {
    async answer(message, era, request, asked) {
      const instructions = begins(message) ? await instructionsFor(asked, services) : undefined
      const exchange: Exchange = {
        ...asked,
        instructions,
        httpError: undefined,
        hasSecret: false,
        isResourceMissing: false,
      }
      exchanges.set(request, exchange)
      const response =
        era === 'modern'
          ? await modern.fetch(request, { parsedBody: message })
          : await answerLegacy(message, request, serverFor('legacy', exchange))
      if (exchange.httpError !== undefined) throw exchange.httpError
      const text = await response.text()
      const isLegacyMiss = era === 'legacy' && exchange.isResourceMissing
      const body = isLegacyMiss ? withLegacyCode(text) : withParamsNamed(text, message)
      return { status: response.status, headers: headersOf(response), body, hasSecret: exchange.hasSecret }
    },
  }
}

async function instructionsFor({ caller, tools }: Asked, services: EndpointServices): Promise<string> {
  const operations = tools.listFor(caller.principal).tools.flatMap(({ name }) => tools.find(name)?.operation ?? [])
  return services.instructions(caller, operations)
}

/** One request and its answer. */
interface Exchange extends Asked {
  /** Only where a client begins with it: instructions are answered to nothing else. */
  readonly instructions: string | undefined
  /** What a tool threw as an HTTP response. The SDK would turn it into a JSON-RPC error. */
  httpError: unknown
  /** Whether the answer shows a new secret. */
  hasSecret: boolean
  /** Whether a resource was asked for that does not exist. */
  isResourceMissing: boolean
}

/** The revisions of 2025 have a code of their own for a resource that does not exist, which the SDK never sends. */
function withLegacyCode(body: string): string {
  const message = JSON.parse(body)
  return JSON.stringify({ ...message, error: { ...message.error, code: ProtocolErrorCode.ResourceNotFound } })
}

const BEGINNINGS: ReadonlySet<unknown> = new Set(['initialize', 'server/discover'])

function begins(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message && BEGINNINGS.has(message.method)
}

async function answerLegacy(message: unknown, request: Request, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const closeServer = () => void server.close()
  request.signal.addEventListener('abort', closeServer, { once: true })
  try {
    return await transport.handleRequest(request, { parsedBody: message })
  } finally {
    request.signal.removeEventListener('abort', closeServer)
    await server.close()
  }
}

/** The SDK's low-level server: its answers are prepared, so that an instance for each request is cheap. */
function createServer(era: 'modern' | 'legacy', exchange: Exchange, services: EndpointServices, states: RequestStates) {
  const { caller, tools, form, instructions } = exchange
  const { context } = services
  const server = new Server(serverIdentity(services), {
    capabilities: { tools: {}, ...context?.capabilities },
    ...(instructions === undefined ? {} : { instructions }),
    cacheHints: { 'tools/list': LIST_CACHE, 'server/discover': LIST_CACHE, ...context?.cacheHints },
  })
  server.setRequestHandler('tools/list', ({ params }) => {
    assertFirstPage(params)
    return { tools: [...tools.listFor(caller.principal, form).tools] }
  })
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: given = {} } }, context) => {
    const tool = tools.find(name)
    if (tool === undefined) {
      const message = await unknownTool(name, given, caller, services)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
    }
    const { operation } = tool
    const answered = era === 'modern' ? answerIn(context) : undefined
    // Whatever the call says itself: where the person can be asked, only the person confirms a change.
    const asks = operation.kind === 'write' && era === 'modern' && (answered !== undefined || canAsk(context))
    try {
      const answer = asks
        ? await changeByQuestion(tool, given, answered, caller, services, states)
        : await callTool(tool, given, caller, services)
      const opens = era === 'modern' && elicitationOf(context)?.url !== undefined
      const result = opens ? await secretInBrowser(tool, given, answer, caller, services, states) : answer
      exchange.hasSecret = showsSecret(result)
      return inForm(result, form)
    } catch (error) {
      if (isHttpError(error)) exchange.httpError = error
      throw error
    }
  })
  context?.serve(server, contextOf(exchange, services), (error) => {
    if (isHttpError(error)) exchange.httpError = error
    exchange.isResourceMissing = error instanceof ResourceNotFoundError
  })
  return server
}

/** A tool that does not exist; where a person does what it names, with the page on which they do. */
async function unknownTool(
  name: string,
  given: Readonly<Record<string, unknown>>,
  { principal }: Caller,
  { handOver, host, tools }: EndpointServices,
): Promise<string> {
  // One outside of what this connection may reach is not for people, unless an address shows it only where it names its toolset.
  const operation = host.operations.find((one) => one.name === name)
  const exists = operation !== undefined && isWithin(operation, reachedBy(NO_CEILING, tools?.toolsets), tools?.toolsets)
  const next = exists ? undefined : await handOver?.(name, given, principal)
  return next === undefined ? `Unknown tool: ${name}` : `Unknown tool: ${name}. ${next}`
}

/** A tool is found whatever the scopes of the caller, and shown where its list has it. */
function contextOf({ caller, tools }: Asked, services: EndpointServices): ContextRequest {
  const shows = (name: string) => tools.listFor(caller.principal).tools.some((tool) => tool.name === name)
  return { caller, services, find: tools.find, shows }
}

/** A secret is in the data of an executed write, and nowhere else. */
function showsSecret(result: object): boolean {
  const content = 'structuredContent' in result ? result.structuredContent : undefined
  const data = isRecord(content) ? content.data : undefined
  return isRecord(data) && data.secret !== undefined
}

function answerIn({ mcpReq }: ServerContext): Answered | undefined {
  const state = mcpReq.requestState()
  return typeof state === 'string' ? { state, responses: mcpReq.inputResponses } : undefined
}

/** Whether the client can show a form; `elicitation: {}` means that it can. */
function canAsk(context: ServerContext): boolean {
  const elicitation = elicitationOf(context)
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** How the client says that it can ask its person; undefined if it cannot. */
function elicitationOf({ mcpReq }: ServerContext): ClientCapabilities['elicitation'] {
  return (mcpReq.envelope as Envelope | undefined)?.[CLIENT_CAPABILITIES_META_KEY]?.elicitation
}

/** The one key of the envelope that is read here; the SDK types its keys as strings. */
type Envelope = { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities }

function headersOf({ headers }: Response): Record<string, string> {
  const type = headers.get('content-type')
  return type === null ? {} : { 'Content-Type': type }
}
