import { type FieldError, InvalidRequest } from '@footfall/core-domain'
import type { Confirmation, Exposed, RawInput } from '@footfall/kernel'
import { z } from 'zod'

export type Arguments = Readonly<Record<string, unknown>>

/** The flat arguments of a call, sorted for its operation. */
export interface ReadCall {
  readonly raw: RawInput
  readonly confirmation: Confirmation
}

/**
 * Sorts flat arguments into the path, query and body of the route, so that the operation checks the same input as over
 * REST. An unknown argument goes where the operation rejects it by name.
 */
export function readArguments(operation: Exposed, given: Arguments): ReadCall {
  const writes = operation.kind === 'write'
  const { confirm, idempotency_key: key, preview } = writes ? given : {}
  const entries = Object.entries(given).filter(([name]) => !(writes && CONFIRMATION.has(name)))
  const inPath = (name: string) =>
    Object.hasOwn(operation.params.shape, name) ||
    (operation.resource?.place === 'path' && name === operation.resource.name)
  const rest = Object.fromEntries(entries.filter(([name]) => !inPath(name)))
  const takesBody = operation.body !== undefined
  return {
    raw: {
      path: Object.fromEntries(entries.filter(([name]) => inPath(name))),
      query: takesBody ? {} : withLists(operation, rest),
      ...(takesBody ? { body: () => rest } : {}),
      undecodable: invalidRequest([
        ...Object.keys(operation.params.shape)
          .filter((name) => typeof given[name] !== 'string')
          .map((name) => ({ path: name, message: given[name] === undefined ? 'is required' : 'must be a string' })),
        ...(confirm === undefined || typeof confirm === 'boolean'
          ? []
          : [{ path: 'confirm', message: 'must be true, or absent for a preview' }]),
        ...(preview === undefined || confirm === true ? [] : [{ path: 'preview', message: 'goes with confirm: true' }]),
      ]),
    },
    confirmation:
      confirm === true ? { confirm: true, key, ...(preview !== undefined && { preview }) } : { confirm: false },
  }
}

/** A list may be the JSON that it is in the query of a URL, where nothing but a list is taken. */
function withLists({ query }: Exposed, given: Arguments): Arguments {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const field = Object.hasOwn(query.shape, name) ? query.shape[name] : undefined
      return [name, (field && listIn(value, field)) ?? value]
    }),
  )
}

function listIn(value: unknown, field: z.core.$ZodType): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return undefined
  if (z.safeParse(field, value).success) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const CONFIRMATION: ReadonlySet<string> = new Set(['confirm', 'idempotency_key', 'preview'])

const invalidRequest = (errors: readonly FieldError[]) => (errors.length > 0 ? new InvalidRequest(errors) : undefined)
