import type { Call } from './calls/call.ts'
import { restCall } from './calls/rest-call.ts'
import { callTool, type ToolAnswer, toolCall } from './calls/tool-call.ts'
import { Change, type ChangeOptions } from './changes/change.ts'
import type { KeyStore } from './changes/keys.ts'
import { type Operations, ROUTES } from './generated/operations.ts'
import { Read, type ReadOptions } from './reads/read.ts'
import { policyOf } from './tokens/exchange.ts'
import { type Connection, connectionTo, type TokenSource } from './transport/connection.ts'
import type { Fields } from './transport/json.ts'
import { bearer, type Limits, serverAddress } from './transport/request.ts'
import type { RetryPolicy } from './transport/retries.ts'
import { type Runtime, runtimeOf } from './transport/runtime.ts'

export interface ClientOptions extends Partial<Runtime>, Partial<Limits & RetryPolicy> {
  /** Where the service is, such as `https://stats.example.com`. */
  readonly server: string | URL
  /** An account token, or what gets one, such as `workloadIdentity(…)`. */
  readonly token: string | TokenSource
  /** Where the keys of intended changes outlive the process. */
  readonly keys?: KeyStore
  /** Allows a server at http that is another machine. */
  readonly allowHttp?: boolean
}

export interface ToolOptions extends ReadOptions {
  /** Which tools the call can reach; `content` for those that are in no list by default. */
  readonly toolset?: string
}

export interface Footfall extends Operations {
  /** Calls any tool of the service by its name. A tool that changes something takes `confirm` and `idempotency_key`. */
  callTool(name: string, given?: Fields, options?: ToolOptions): Promise<ToolAnswer>
}

type Method = (given?: Fields, options?: ReadOptions & ChangeOptions) => unknown

/** A client of one service, with one token. */
export function createClient(options: ClientOptions): Footfall {
  const { token, keys } = options
  const connection = connectionTo(
    serverAddress(options.server, options.allowHttp ?? false),
    typeof token === 'string' ? keptToken(token) : token,
    runtimeOf(options),
    policyOf(options),
  )
  const groups: Record<string, Record<string, Method>> = {}
  for (const [name, route] of Object.entries(ROUTES)) {
    const [group = '', ...words] = name.split('_')
    const call = callOf(connection, name, route)
    const changes = route === 'write' || (route !== 'read' && !route.startsWith('GET '))
    groups[group] ??= {}
    groups[group][camelCase(words)] = changes
      ? (given = {}, chosen) => new Change(call, given, connection, chosen, keys)
      : (given = {}, chosen) => new Read(call, given, chosen)
  }
  const tools: Pick<Footfall, 'callTool'> = {
    callTool: (name, given = {}, { signal, toolset } = {}) => callTool(connection, name, given, toolset, signal),
  }
  // The generated interface has a method for each route, by the same names.
  return { ...groups, ...tools } as unknown as Footfall
}

function callOf(connection: Connection, name: string, route: string): Call {
  return route === 'read' || route === 'write'
    ? toolCall(connection, `service_${name}`, 'content')
    : restCall(connection, route)
}

function keptToken(token: string): TokenSource {
  bearer(token)
  return { token: () => token }
}

function camelCase([first = '', ...others]: readonly string[]): string {
  return first + others.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')
}
