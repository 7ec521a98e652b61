import type { Call } from './calls/call.ts'
import { restCall } from './calls/rest-call.ts'
import { callTool, type ToolAnswer, toolCall } from './calls/tool-call.ts'
import { Change, type ChangeOptions } from './changes/change.ts'
import type { KeyStore } from './changes/keys.ts'
import { invalidArgument } from './errors.ts'
import { type Operations, ROUTES } from './generated/operations.ts'
import { Read, type ReadOptions } from './reads/read.ts'
import { policyOf } from './tokens/token-endpoint.ts'
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
  /** Asks an operation by a name that is known only at run time, such as `service_products_list`. */
  read(name: string, given?: Fields, options?: ReadOptions): Read<unknown, Fields | undefined, unknown>
  /** Intends a change by a name that is known only at run time, such as `service_products_update`. */
  change(name: string, given?: Fields, options?: ChangeOptions): Change<unknown>
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
  const byName: Pick<Footfall, 'read' | 'change' | 'callTool'> = {
    read: (name, given = {}, chosen) => new Read(callOf(connection, name, false), given, chosen),
    change: (name, given = {}, chosen) => new Change(callOf(connection, name, true), given, connection, chosen, keys),
    callTool: (name, given = {}, { signal, toolset } = {}) => callTool(connection, name, given, toolset, signal),
  }
  const groups: Record<string, Record<string, Method>> = {}
  for (const [short, route] of Object.entries(ROUTES)) {
    const [group = '', ...words] = short.split('_')
    const name = PREFIX + short
    groups[group] ??= {}
    groups[group][camelCase(words)] = isOfChange(route)
      ? (given, chosen) => byName.change(name, given, chosen)
      : (given, chosen) => byName.read(name, given, chosen)
  }
  // The generated interface has a method for each route, by the same names.
  return { ...groups, ...byName } as unknown as Footfall
}

const PREFIX = 'service_'

const isOfChange = (route: string) => route === 'write' || (route !== 'read' && !route.startsWith('GET '))

/** How an operation is called. Throws `invalid_argument` for another name, and for a read in place of a change. */
function callOf(connection: Connection, name: string, changes: boolean): Call {
  const short = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : ''
  const route = Object.hasOwn(ROUTES, short) ? ROUTES[short as keyof typeof ROUTES] : undefined
  if (route === undefined || isOfChange(route) !== changes)
    throw invalidArgument(`There is no ${changes ? 'change' : 'read'} “${name}”.`)
  return route === 'read' || route === 'write' ? toolCall(connection, name, 'content') : restCall(connection, route)
}

function keptToken(token: string): TokenSource {
  bearer(token)
  return { token: () => token }
}

function camelCase([first = '', ...others]: readonly string[]): string {
  return first + others.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')
}
