import { DomainError } from '@footfall/core-domain'
import { parseIdempotencyKey } from '@footfall/idempotency'
import type { Named } from '../confirmation.ts'
import type { Domain, ExecutionServices, Rules } from '../domain.ts'
import { parseWriteInput, type RawInput } from '../input.ts'
import { fingerprintAsGiven } from './request.ts'

/** A write before what it names is looked up. */
export interface NamingWrite<D extends Domain> {
  readonly operation: D['write']
  readonly principal: D['principal']
  /** The input without what names the resource; any id of the right form stands for another name. */
  readonly raw: RawInput
  readonly key: unknown
  readonly given: Named['given']
}

/**
 * What this very request meant when its key was first used; undefined if the key is free, or holds another request. The
 * caller of `execute` uses these ids instead of what the names mean by now, so that the request is authorized and replayed
 * like one by these ids.
 */
export async function meantBefore<D extends Domain>(
  rules: Rules<D>,
  { operation, principal, raw, key: presented, given }: NamingWrite<D>,
  { confirmations }: Pick<ExecutionServices<D>, 'confirmations'>,
): Promise<Named['meant'] | undefined> {
  const key = parseIdempotencyKey(presented)
  const input = inputOf(operation, raw)
  if (key === undefined || input === undefined) return undefined
  const owner = rules.credentialOf(principal)
  const meant = await confirmations.meantBy({ owner, key }, fingerprintAsGiven(operation.name, input, given))
  // Written by `asGiven` and nothing else.
  return meant === undefined ? undefined : (JSON.parse(meant) as Named['meant'])
}

/** Undefined for input that `execute` will reject: no record is of such a request. */
function inputOf(operation: Parameters<typeof parseWriteInput>[0], raw: RawInput) {
  if (raw.undecodable !== undefined) return undefined
  try {
    return parseWriteInput(operation, raw)
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}
