import { DomainError } from '@footfall/core-domain'
import { scopesNeeded } from '@footfall/operations'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { isHttpRefusal, MissingScope } from '../messages/challenge.ts'
import type { Caller, EndpointServices } from '../services.ts'
import type { PreparedTool } from '../tools/prepared-tools.ts'

/** What resources, prompts and completion need of one request. */
export interface Context {
  readonly caller: Caller
  readonly services: EndpointServices
  /** A tool that this connection has, whatever the scopes of the credential; undefined for any other. */
  find(name: string): PreparedTool | undefined
  /** Whether the list of tools that the caller sees has it. */
  shows(name: string): boolean
}

/** A read that a resource or prompt needs. */
export const LIST_PRODUCTS = 'service_products_list'
export const CATALOG = 'service_analytics_catalog'
export const QUERY = 'service_analytics_query'

/** Whether the credential has every scope that a tool needs without optional parameters. */
export function hasScopes({ operation }: PreparedTool, { principal }: Pick<Caller, 'principal'>): boolean {
  return scopesNeeded(operation, {}).every((scope) => principal.scopes.has(scope))
}

/** Throws `MissingScope`, which becomes the challenge that a call of the tool would get. */
export function assertScopes(tool: PreparedTool, { principal }: Pick<Caller, 'principal'>): void {
  if (!hasScopes(tool, { principal })) throw new MissingScope(scopesNeeded(tool.operation, {}), principal)
}

/** Runs a read; what it refuses becomes an error of the protocol, and what failed says nothing of itself. */
export async function answeringContext<Result>(
  { caller, services }: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isHttpRefusal(error) || error instanceof ProtocolError) throw error
    services.logFailure(caller.requestId, error)
    const message =
      error instanceof DomainError ? error.detail : 'The service failed on this request; it has been logged.'
    throw new ProtocolError(ProtocolErrorCode.InternalError, message)
  }
}
