import { CredentialNotAccepted, type IntakeTurns, parseInput, type RequestOrigin } from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import { z } from 'zod'
import type { IntakeAnswer, IntakeOperation, IntakeServices, KeyedIntake, PublicIntake } from '../definition/intake.ts'
import { shareOf } from './call-reports.ts'

/** What was sent, as an adapter found it. */
export interface IntakeSent {
  /** Undefined if no credential was presented. */
  readonly principal: Principal | undefined
  readonly origin: RequestOrigin
  /** Decodes the query; called only for an intake that takes a key. Throws `InvalidRequest`. */
  query(): Readonly<Record<string, unknown>>
  /** Reads the body and returns what decodes it; called once the sender is known to be allowed. */
  body(): Promise<() => unknown>
}

/** Runs an intake operation. Checks the credential, then the input, then the state. */
export async function receive(
  operation: IntakeOperation,
  sent: IntakeSent,
  services: IntakeServices,
): Promise<IntakeAnswer> {
  const { principal, origin } = sent
  if (operation.credential === 'none') {
    if (principal !== undefined) throw new CredentialNotAccepted('Events are sent without a credential.')
    const decode = await sent.body()
    return operation.run({ ...services, origin }, checkedInput(operation, services, decode()))
  }
  const sender = keyFor(operation, principal)
  const { product, key } = sender
  parseInput(NO_QUERY, sent.query())
  const share = { ...shareOf(sender, undefined), account: sender.owner ?? product }
  const decode = await sent.body()
  const turns = (await services.beginIntake?.(share)) ?? AS_IT_COMES
  try {
    const body = decode()
    await turns.next()
    const input = parseInput(operation.input, body)
    if (!operation.takesTurns) turns.end()
    return await operation.run({ ...services, origin, product, key, turns }, input)
  } finally {
    turns.end()
  }
}

const AS_IT_COMES: IntakeTurns = { async next() {}, end() {} }
const NO_QUERY = z.strictObject({})

function checkedInput({ input, onInvalid }: PublicIntake, services: IntakeServices, body: unknown): unknown {
  try {
    return parseInput(input, body)
  } catch (error) {
    onInvalid?.(services, body)
    throw error
  }
}

function keyFor({ credential }: KeyedIntake, principal: Principal | undefined) {
  if (principal?.kind !== 'website_key' || principal.keyKind !== credential)
    throw new CredentialNotAccepted(`Only a Website API key of the kind ${credential} is accepted here.`)
  return principal
}
