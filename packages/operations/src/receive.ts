import { CredentialNotAccepted, type InvalidRequest, parseInput, type RequestOrigin } from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import { z } from 'zod'
import type { IntakeAnswer, IntakeOperation, IntakeServices, KeyedIntake } from './definition/intake.ts'

/** What was sent, as an adapter found it. */
export interface IntakeSent {
  /** Undefined where no credential was presented. */
  readonly principal: Principal | undefined
  readonly origin: RequestOrigin
  readonly query: Readonly<Record<string, unknown>>
  readonly undecodable?: InvalidRequest | undefined
  /** Reads and decodes the body; called once the sender is known to be allowed. */
  body(): Promise<unknown>
}

/** The single way in for intake: credential → input → state. */
export async function receive(
  operation: IntakeOperation,
  sent: IntakeSent,
  services: IntakeServices,
): Promise<IntakeAnswer> {
  const { principal, origin, undecodable } = sent
  if (operation.credential === 'none') {
    if (principal !== undefined) throw new CredentialNotAccepted('Events are sent without a credential.')
    const body = await sent.body()
    const parsed = operation.input.safeParse(body)
    if (!parsed.success) operation.refused?.(services, body)
    return operation.run({ ...services, origin }, parsed.success ? parsed.data : parseInput(operation.input, body))
  }
  const { product, key } = keyFor(operation, principal)
  if (undecodable !== undefined) throw undecodable
  parseInput(NO_QUERY, sent.query)
  return operation.run({ ...services, origin, product, key }, parseInput(operation.input, await sent.body()))
}

const NO_QUERY = z.strictObject({})

function keyFor({ credential }: KeyedIntake, principal: Principal | undefined) {
  if (principal?.kind !== 'website_key' || principal.keyKind !== credential)
    throw new CredentialNotAccepted(`Only a Website API key of the kind ${credential} is accepted here.`)
  return principal
}
