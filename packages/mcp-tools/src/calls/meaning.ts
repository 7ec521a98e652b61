import { InvalidRequest, NotFound } from '@footfall/core-domain'
import type { Exposed, Named } from '@footfall/kernel'
import type { Caller, EndpointServices, NamedField } from '../services.ts'
import { type Arguments, readArguments } from '../tools/arguments.ts'

/** Arguments with the ids of what they name. */
export interface Meaning {
  readonly meant: Arguments
  /** The fields that named something without its id; absent if none did. */
  readonly named?: Named
}

/**
 * The arguments with the ids of what they name, so that a call and its record are the same however things are named. A write
 * under a key that was used for this very call means what it meant then: its record is read after the names are looked up,
 * since the change that it records may be what gave a name another meaning.
 */
export async function meaningOf(
  operation: Exposed,
  given: Arguments,
  key: unknown,
  { principal }: Caller,
  services: EndpointServices,
): Promise<Meaning> {
  const fields = namedFields(operation, given, principal, services)
  if (fields.length === 0) return { meant: given }
  const found = await lookUp(fields)
  const asGiven = Object.fromEntries(fields.map(({ name }) => [name, given[name]]))
  const before =
    operation.kind === 'write' && key !== undefined
      ? await services.host.meantBefore(operation, principal, standingIn(operation, given, fields), key, asGiven)
      : undefined
  if (before === undefined && 'problem' in found) throw found.problem
  const meant = before ?? ('ids' in found ? found.ids : {})
  const names = fields.map(({ name }) => name).filter((name) => meant[name] !== given[name])
  if (names.length === 0) return { meant: given }
  const only = (from: Arguments) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { meant: { ...given, ...only(meant) }, named: { given: only(given), meant: only(meant) } }
}

function namedFields(
  operation: Exposed,
  given: Arguments,
  principal: unknown,
  services: EndpointServices,
): readonly NamedField[] {
  const { resource } = operation
  const { resourceMeant, fieldsNaming } = services
  const others = fieldsNaming?.(operation, principal, given) ?? []
  if (resource === undefined || resourceMeant === undefined) return others
  const find = () => resourceMeant(operation, principal, given[resource.name])
  return [{ name: resource.name, standIn: undefined, find }, ...others]
}

/** What the fields mean, or why one of them is unknown. Any other error is thrown. */
async function lookUp(
  fields: readonly NamedField[],
): Promise<{ readonly ids: Arguments } | { readonly problem: InvalidRequest | NotFound }> {
  const ids: Record<string, unknown> = {}
  for (const { name, find } of fields) {
    try {
      ids[name] = await find()
    } catch (problem) {
      if (problem instanceof InvalidRequest || problem instanceof NotFound) return { problem }
      throw problem
    }
  }
  return { ids }
}

/** The input with placeholders for names, since only ids are valid. */
function standingIn(operation: Exposed, given: Arguments, fields: readonly NamedField[]) {
  const { [operation.resource?.name ?? '']: _, ...rest } = given
  const standIns = fields.filter(({ standIn }) => standIn !== undefined).map(({ name, standIn }) => [name, standIn])
  return readArguments(operation, { ...rest, ...Object.fromEntries(standIns) }).raw
}
