import type { IncomingMessage, ServerResponse } from 'node:http'
import { InvalidRequest } from '@footfall/core-domain'
import { assertMembers, assertTexts, authorizationOf, keepUncompressed } from '@footfall/http-primitives'
import { assertKey, bearerToken, createFailureLog, type Host, rateLimitHeaders, scopesNeeded } from '@footfall/kernel'
import { classifyInboundRequest } from '@modelcontextprotocol/server'
import { answerFormFor } from '../answer-form.ts'
import { isWithin, lowerCeiling, NO_CEILING, reachedBy } from '../ceiling/ceilings.ts'
import { readAddress } from '../ceiling/read-ceiling.ts'
import { errorReply, MissingScope } from '../messages/challenge.ts'
import { readMessage } from '../messages/read-message.ts'
import { protocolError, type Reply } from '../messages/reply.ts'
import { createFastPath, type Inbound } from '../protocol/fast-path.ts'
import { createProtocol } from '../protocol/protocol.ts'
import { traceOf } from '../protocol/trace-context.ts'
import type { Caller, Ceiling, EndpointServices, McpOptions } from '../services.ts'
import { createToolSet, type ToolSet } from '../tools/prepared-tools.ts'
import { createRequestStates } from '../writes/request-state.ts'
import { createAddressCheck } from './address-check.ts'
import { createCors } from './cors.ts'

/** Where a request came from, as the host knows it. */
export interface RequestOrigin {
  readonly address: string | undefined
  readonly requestId: string
}

/** Answers one request of a Node HTTP server. */
export type McpEndpoint = (req: IncomingMessage, res: ServerResponse, from: RequestOrigin) => Promise<void>

const SERVER_ERROR = -32_000
const METHOD_NOT_FOUND = -32_601

/** The stateless endpoint, for both eras of the protocol. */
export function createMcpEndpoint<Principal>(host: Host<Principal>, options: McpOptions<Principal>): McpEndpoint {
  assertOptions(host, options)
  const { random, log, clock, baseUrl } = host
  const services: EndpointServices = { ...options, host, random, logFailure: createFailureLog(log, clock) }
  const { allowedHosts, allowedOrigins = [] } = services
  const checkAddress = createAddressCheck(baseUrl, allowedHosts, allowedOrigins)
  const cors = createCors(allowedOrigins, host.headerNames)
  const serve = createServing(services)
  const initialScopes = initialScopesOf(services)
  return async (req, res, from) => {
    res.setHeader('Request-Id', from.requestId)
    res.setHeader('Cache-Control', 'private, no-store')
    cors.setHeaders(res, req.headers.origin)
    const reply =
      checkAddress(req.headers.host, req.headers.origin) ??
      cors.preflight(req) ??
      answerPreflight(req) ??
      (await serve(req, res, from).catch((error) =>
        errorReply(error, from.requestId, services, initialScopes(req.url ?? '')),
      ))
    if (res.destroyed) return
    for (const [name, value] of Object.entries(reply.headers)) res.setHeader(name, value)
    if (reply.hasSecret) keepUncompressed(res)
    res.statusCode = reply.status
    res.end(reply.body)
  }
}

/**
 * The scopes that a client without a credential should ask for. An address that names toolsets asks for all of their scopes, since
 * some clients never ask for more later.
 */
function initialScopesOf({ host, tools, authorization }: EndpointServices) {
  const { grantable, initial } = authorization.scopes
  return (url: string): readonly string[] => {
    const ceiling = ceilingIn(url, tools?.toolsets?.names ?? [])
    if (ceiling?.toolsets == null) return initial
    const named = new Set(
      host.operations.filter((operation) => isWithin(operation, ceiling, tools?.toolsets)).map(({ scope }) => scope),
    )
    return grantable.filter((scope) => initial.includes(scope) || named.has(scope))
  }
}

/** Undefined for an address that is not valid, which only a caller with a credential learns. */
function ceilingIn(url: string, names: readonly string[]): Ceiling | undefined {
  try {
    return readAddress(url, names).ceiling
  } catch (error) {
    if (error instanceof InvalidRequest) return undefined
    throw error
  }
}

/** Throws a `TypeError` that begins with the name of the option that is wrong. */
function assertOptions<Principal>(host: Host<Principal>, options: McpOptions<Principal>): void {
  assertMembers('host', host, { operations: 'object', baseUrl: 'string', log: 'object', clock: 'object' })
  assertMembers('', options, {
    ...{ requestStateKey: 'object', authorization: 'object', instructions: 'function' },
    ...{ allowedHosts: 'object?', allowedOrigins: 'object?', icons: 'object?', tools: 'object?', context: 'object?' },
    ...{ couldCall: 'function?', ceilingOf: 'function?', resourceMeant: 'function?', keepSecret: 'function?' },
    ...{ textOf: 'function?', writtenByOthers: 'object?', advice: 'object?', handOver: 'function?' },
  })
  assertKey('requestStateKey', options.requestStateKey)
  assertMembers('authorization', options.authorization, { resourceMetadataUrl: 'string', scopes: 'object' })
  assertTexts('authorization.scopes.grantable', options.authorization.scopes.grantable)
  assertTexts('authorization.scopes.initial', options.authorization.scopes.initial)
  for (const name of ['allowedHosts', 'allowedOrigins'] as const)
    if (options[name] !== undefined) assertTexts(name, options[name])
}

/** A preflight carries no credential. Those of allowed origins are answered; no other page may call. */
function answerPreflight({ method }: IncomingMessage): Reply | undefined {
  return method === 'OPTIONS' ? methodNotAllowed() : undefined
}

/** The endpoint is stateless: there is no stream to open with GET and no session to end with DELETE. */
function methodNotAllowed(): Reply {
  return protocolError(405, SERVER_ERROR, 'Method not allowed.', { headers: { Allow: 'POST' } })
}

/** Checks credential, limit, method, ceiling, message and scope in this order, and then speaks the protocol. */
function createServing(services: EndpointServices) {
  const served = createToolSet(services)
  const toolsets = services.tools?.toolsets?.names ?? []
  const fastPath = createFastPath(services)
  const protocol = createProtocol(services, createRequestStates(services.host.name, services.requestStateKey))
  return async (req: IncomingMessage, res: ServerResponse, { address, requestId }: RequestOrigin): Promise<Reply> => {
    let gone: AbortSignal | undefined
    const signal = () => {
      gone ??= clientGoneSignal(res)
      return gone
    }
    const principal = await admit(req, res, services, address)
    if (req.method !== 'POST') return methodNotAllowed()
    const taken = services.ceilingOf?.(principal) ?? NO_CEILING
    const { ceiling, answers } = readAddress(req.url ?? '', toolsets)
    const tools = served.within(lowerCeiling(reachedBy(ceiling, services.tools?.toolsets), taken))
    const message = await readMessage(req, () => services.host.turn?.(principal))
    if ('rejected' in message) return message.rejected
    const inbound = classify(req, message.value)
    if (inbound.outcome.kind !== 'reject') assertScopes(message.value, principal, tools, services)
    const caller: Caller = { principal, address, requestId, trace: traceOf(message.value), signal }
    const form = answers ?? answerFormFor(message.value, single(req.headers['user-agent']))
    const fast = fastPath.answer(inbound, tools, caller, form)
    if (fast !== undefined) return fast
    if (isSubscription(message.value)) return notServed(message.value)
    const era = inbound.outcome.kind === 'legacy' ? 'legacy' : 'modern'
    return protocol.answer(message.value, era, webRequest(req, signal()), { caller, tools, form })
  }
}

/** Aborted when the client's connection ends before the answer is written. Created only where it is asked for. */
function clientGoneSignal(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  const check = () => {
    if (!res.writableFinished) gone.abort()
  }
  if (res.closed) check()
  else res.once('close', check)
  return gone.signal
}

async function admit(
  req: IncomingMessage,
  res: ServerResponse,
  { host }: EndpointServices,
  address: string | undefined,
): Promise<unknown> {
  const principal = await host.authenticate(bearerToken(authorizationOf(req)), address)
  for (const [name, value] of host.headersFor?.(principal) ?? []) res.setHeader(name, value)
  for (const [name, value] of rateLimitHeaders(await host.admit(principal, address))) res.setHeader(name, value)
  return principal
}

function classify({ headers }: IncomingMessage, value: unknown): Inbound {
  const header = (name: string) => single(headers[name])
  const optional = (field: string, name: string) => {
    const text = header(name)
    return text === undefined ? {} : { [field]: text }
  }
  return {
    value,
    header,
    outcome: classifyInboundRequest({
      httpMethod: 'POST',
      body: value,
      ...optional('protocolVersionHeader', 'mcp-protocol-version'),
      ...optional('mcpMethodHeader', 'mcp-method'),
      ...optional('mcpNameHeader', 'mcp-name'),
    }),
  }
}

/** A missing scope is an HTTP response, since clients find in its challenge which scope to request. */
function assertScopes(
  message: unknown,
  principal: unknown,
  tools: ToolSet,
  { host, authorization }: EndpointServices,
): void {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown; arguments?: unknown } }
  if (method !== 'tools/call' || typeof params?.name !== 'string') return
  const operation = tools.find(params.name)?.operation
  if (operation === undefined) return
  const needed = scopesNeeded(operation, { ...(params.arguments as object | undefined) })
  const held = host.scopesOf(principal)
  if (!needed.every((scope) => held.has(scope))) throw new MissingScope(needed, held, authorization)
}

/** No list changes by itself, so subscriptions are not served. */
const isSubscription = (message: unknown): message is { id: string | number } =>
  (message as { method?: unknown } | null)?.method === 'subscriptions/listen'

function notServed({ id = null }: { id?: string | number | null }): Reply {
  return protocolError(404, METHOD_NOT_FOUND, 'Method not found', { id })
}

/** What the SDK reads of a request. `Accept` is fixed: the answer is JSON whatever the client accepts. */
function webRequest({ headers }: IncomingMessage, signal: AbortSignal): Request {
  const known = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'content-type'].flatMap(
    (name): [string, string][] => {
      const value = single(headers[name])
      return value === undefined ? [] : [[name, value]]
    },
  )
  return new Request('http://localhost/api/mcp', {
    method: 'POST',
    headers: [...known, ['accept', 'application/json, text/event-stream']],
    signal,
  })
}

function single(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0]
}
