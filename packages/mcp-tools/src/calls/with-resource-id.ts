import type { Caller, EndpointServices } from '../services.ts'
import type { Arguments } from '../tools/arguments.ts'
import type { PreparedTool } from '../tools/prepared-tools.ts'

/** The arguments with the id of the resource that is meant, so that a call and its record are the same however it is named. */
export async function withResourceId(
  { operation }: Pick<PreparedTool, 'operation'>,
  given: Arguments,
  { principal }: Caller,
  services: EndpointServices,
): Promise<Arguments> {
  if (operation.resource === undefined || services.resourceMeant === undefined) return given
  const { name } = operation.resource
  const id = await services.resourceMeant(operation, principal, given[name])
  return id === given[name] ? given : { ...given, [name]: id }
}
