import { type FieldError, InvalidRequest } from '@footfall/core-domain'
import type { Confirmation, Operation, RawInput } from '@footfall/operations'

export type Arguments = Readonly<Record<string, unknown>>

/** The flat arguments of a call, sorted for its operation. */
export interface ReadCall {
  readonly raw: RawInput
  readonly confirmation: Confirmation
}

/**
 * Sorts flat arguments into the path, query and body of the route, so that the operation checks the same input as over
 * REST. An unknown argument goes where the operation refuses it by name.
 */
export function readArguments(operation: Operation, given: Arguments): ReadCall {
  const writes = operation.kind === 'write'
  const { confirm, idempotency_key: key, preview } = writes ? given : {}
  const entries = Object.entries(given).filter(([name]) => !(writes && CONFIRMATION.has(name)))
  const inPath = (name: string) =>
    Object.hasOwn(operation.params.shape, name) || (name === 'product' && operation.product === 'path')
  const rest = Object.fromEntries(entries.filter(([name]) => !inPath(name)))
  const takesBody = operation.body !== undefined
  return {
    raw: {
      path: Object.fromEntries(entries.filter(([name]) => inPath(name))),
      query: takesBody ? {} : rest,
      ...(takesBody ? { body: () => rest } : {}),
      undecodable: refusalOf([
        ...Object.keys(operation.params.shape)
          .filter((name) => given[name] === undefined)
          .map((name) => ({ path: name, message: 'is required' })),
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

const CONFIRMATION: ReadonlySet<string> = new Set(['confirm', 'idempotency_key', 'preview'])

const refusalOf = (errors: readonly FieldError[]) => (errors.length > 0 ? new InvalidRequest(errors) : undefined)
