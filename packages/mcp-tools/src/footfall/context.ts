import { DomainError } from '@footfall/core-domain'
import { scopesNeeded } from '@footfall/kernel'
import type { Principal, Services } from '@footfall/operations'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { isHttpError, MissingScope } from '../messages/challenge.ts'
import type { ContextRequest } from '../services.ts'
import type { PreparedTool } from '../tools/prepared-tools.ts'

/** What resources, prompts and completion need of one request. */
export interface Context extends ContextRequest<Principal> {
  /** What Footfall is composed of. */
  readonly footfall: Services
}

/** The part of a tool that a context needs. */
export type Tool = Pick<PreparedTool, 'operation'>

/** A read that a resource or prompt needs. */
export const LIST_PRODUCTS = 'service_products_list'
export const CATALOG = 'service_analytics_catalog'
export const QUERY = 'service_analytics_query'

/** Whether the credential has every scope that a tool needs without optional parameters. */
export function hasScopes({ operation }: Tool, { principal }: Context['caller']): boolean {
  const held: ReadonlySet<string> = principal.scopes
  return scopesNeeded(operation, {}).every((scope) => held.has(scope))
}

/** Throws `MissingScope`, which becomes the challenge that a call of the tool would get. */
export function assertScopes(tool: Tool, { caller, services }: Context): void {
  if (!hasScopes(tool, caller))
    throw new MissingScope(scopesNeeded(tool.operation, {}), caller.principal.scopes, services.authorization)
}

/** Runs a read. Its errors become errors of the protocol; other failures are logged and not described. */
export async function answeringContext<Result>(
  { caller, services }: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isHttpError(error) || error instanceof ProtocolError) throw error
    services.logFailure(caller.requestId, error)
    const message =
      error instanceof DomainError ? error.detail : 'The service failed on this request; it has been logged.'
    throw new ProtocolError(ProtocolErrorCode.InternalError, message)
  }
}
