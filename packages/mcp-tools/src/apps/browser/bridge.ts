import { type Fields, fieldsOf, isFields, textOf } from './read-values.ts'

/** The revision of MCP Apps that the pages speak. */
const PROTOCOL_VERSION = '2026-01-26'
const METHOD_NOT_FOUND = -32_601

/** What the host sends to a page. */
export interface HostEvents {
  /** Fields of the host context that are new or changed. */
  context(context: Fields): void
  input(given: Fields): void
  result(result: Fields): void
  cancelled(reason: string): void
}

/** The part of the host that a page uses. */
export interface Host {
  /** Whether the host named this capability. */
  can(capability: string): boolean
  /** Rejects if the host rejects the request. */
  request(method: string, params: Fields): Promise<Fields>
  notify(method: string, params: Fields): void
}

interface Waiting {
  readonly resolve: (result: Fields) => void
  readonly reject: (error: Error) => void
}

/**
 * Opens the bridge to the host: JSON-RPC 2.0 by `postMessage` with the window that embeds the page. Messages of other windows are
 * ignored. Resolves once the handshake is done.
 */
export async function connectHost(title: string, events: HostEvents): Promise<Host> {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let capabilities: Fields = {}
  // The origin of a host is not known here. No message holds a secret.
  const send = (message: Fields) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const host: Host = {
    can: (capability) => isFields(capabilities[capability]),
    request: (method, params) =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        send({ id: lastId, method, params })
      }),
    notify: (method, params) => send({ method, params }),
  }
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || !isFields(data) || data.jsonrpc !== '2.0') return
    if (typeof data.method === 'string') {
      if (data.id === undefined) receive(data.method, fieldsOf(data.params), events)
      else send({ id: data.id, ...answerOf(data.method) })
    } else if (typeof data.id === 'number') {
      settle(waiting, data.id, data)
    }
  })
  const answer = await host.request('ui/initialize', {
    appInfo: { name: 'footfall', title, version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline'] },
    protocolVersion: PROTOCOL_VERSION,
  })
  capabilities = fieldsOf(answer.hostCapabilities)
  events.context(fieldsOf(answer.hostContext))
  host.notify('ui/notifications/initialized', {})
  return host
}

function receive(method: string, params: Fields, events: HostEvents): void {
  switch (method) {
    case 'ui/notifications/tool-input':
      events.input(fieldsOf(params.arguments))
      break
    case 'ui/notifications/tool-result':
      events.result(params)
      break
    case 'ui/notifications/tool-cancelled':
      events.cancelled(textOf(params.reason))
      break
    case 'ui/notifications/host-context-changed':
      events.context(params)
      break
  }
}

/** A page has nothing to clean up when the host removes it. */
function answerOf(method: string): Fields {
  return method === 'ping' || method === 'ui/resource-teardown'
    ? { result: {} }
    : { error: { code: METHOD_NOT_FOUND, message: 'Method not found' } }
}

function settle(waiting: Map<number, Waiting>, id: number, { result, error }: Fields): void {
  const request = waiting.get(id)
  if (request === undefined) return
  waiting.delete(id)
  if (error === undefined) request.resolve(fieldsOf(result))
  else request.reject(new Error(textOf(fieldsOf(error).message)))
}
