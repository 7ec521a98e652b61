import { IdempotencyKeyRequired, InvalidRequest, randomBase62 } from '@footfall/core-domain'
import { fingerprint, type Outcome, parseIdempotencyKey } from '@footfall/kernel'
import { type InputRequiredResult, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { answering, run, type ToolResult, toolResult } from '../calls/call-tool.ts'
import { type Meaning, meaningOf } from '../calls/meaning.ts'
import type { Caller, EndpointServices } from '../services.ts'
import { wordingOf } from '../text/preview-text.ts'
import { type Arguments, type ReadCall, readArguments } from '../tools/arguments.ts'
import type { PreparedTool } from '../tools/prepared-tools.ts'
import { ANSWER_SCHEMA, questionOf } from './question.ts'
import { invalidState, type PendingChange, type RequestStates } from './request-state.ts'

const QUESTION = 'confirm'
const KEY_LENGTH = 24

/** What a client sends in answer to an earlier question. */
export interface Answered {
  readonly state: string
  readonly responses: Record<string, unknown> | undefined
}

interface Change {
  readonly tool: PreparedTool
  /** The arguments with the ids of what they name. */
  readonly given: Arguments
  readonly named: Meaning['named']
  readonly call: ReadCall
  /** The idempotency key that the caller gave; undefined if the server generates one. */
  readonly key: string | undefined
  readonly caller: Caller
  readonly services: EndpointServices
  readonly states: RequestStates
}

/**
 * A write whose client can ask its person (elicitation): the preview is sent as a question, whatever the call says of
 * confirmation, and a yes executes: under the key that the caller gave, or else under one that the server generated. A change
 * that was executed under the caller's key is answered from its record, without a question. The server keeps nothing in
 * between; what it needs again travels in signed request state.
 */
export async function changeByQuestion(
  tool: PreparedTool,
  given: Arguments,
  answered: Answered | undefined,
  caller: Caller,
  services: EndpointServices,
  states: RequestStates,
): Promise<ToolResult | InputRequiredResult> {
  let question: InputRequiredResult | undefined
  const result = await answering(tool.operation, caller, services, async () => {
    const pendingKey = keyOfState(answered, caller, services, states)
    const recorded = pendingKey ?? given.idempotency_key
    const { meant, named } = await meaningOf(tool.operation, given, recorded, caller, services)
    const call = readArguments(tool.operation, meant)
    const key = keyIn(meant)
    const change: Change = { tool, given: meant, named, call, key, caller, services, states }
    if (answered !== undefined) {
      const pending = openState(change, answered.state)
      // Its record answers, without the secret, whatever became of the page.
      if (pending.executed) return confirmed(change, pending)
      const answer = answerIn(answered.responses)
      if (answer === 'yes') return confirmed(change, pending)
      if (answer !== 'missing') return declined(change, answer)
    }
    const confirmation = { confirm: false, ...(key === undefined ? {} : { replays: key }) } as const
    const preview = await run(tool, { raw: call.raw, confirmation }, caller, services)
    if (preview.kind === 'previewed') question = ask(change, preview)
    return preview
  })
  return question ?? result
}

/** The key of the change in question: its record says what the names in the call meant. */
function keyOfState(
  answered: Answered | undefined,
  { principal }: Caller,
  { host }: EndpointServices,
  states: RequestStates,
): string | undefined {
  if (answered === undefined) return undefined
  try {
    return states.open(answered.state, host.credentialOf(principal), host.clock.now()).key
  } catch (error) {
    // It is rejected when the call is compared with it, after all checks of the caller.
    if (error instanceof InvalidRequest) return undefined
    throw error
  }
}

/** Throws `IdempotencyKeyRequired` for a key that could not be used after the person's yes. */
function keyIn({ idempotency_key: given }: Arguments): string | undefined {
  if (given === undefined) return undefined
  const key = parseIdempotencyKey(given)
  if (key === undefined) throw new IdempotencyKeyRequired()
  return key
}

function ask(
  { tool, given, key, caller, services, states }: Change,
  { data, meta }: Extract<Outcome, { kind: 'previewed' }>,
) {
  const pending: PendingChange = {
    operation: tool.operation.name,
    fingerprint: fingerprint(tool.operation.name, given),
    key: key ?? `asked_${randomBase62(services.random, KEY_LENGTH)}`,
    revision: data.revision,
  }
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        mode: 'form',
        message: questionOf(data, wordingOf(meta, services), meta),
        requestedSchema: ANSWER_SCHEMA,
      }),
    },
    requestState: states.seal(pending, services.host.credentialOf(caller.principal), services.host.clock.now()),
  })
}

function openState({ tool, given, caller, services, states }: Change, state: string): PendingChange {
  const pending = states.open(state, services.host.credentialOf(caller.principal), services.host.clock.now())
  if (pending.operation !== tool.operation.name || pending.fingerprint !== fingerprintOf(tool, given))
    throw invalidState()
  return pending
}

/** Undefined for arguments that have no fingerprint; they cannot be those that were shown. */
function fingerprintOf({ operation }: PreparedTool, given: Arguments): string | undefined {
  try {
    return fingerprint(operation.name, given)
  } catch {
    return undefined
  }
}

/** Executes what the person saw. Fails if the revision of the resource has changed since. */
function confirmed({ tool, given, named, call: { raw }, caller, services }: Change, { key, revision }: PendingChange) {
  // Not needed of a client that is asked, and verified where it is given.
  const preview = given.preview === undefined ? {} : { preview: given.preview }
  const confirmation = { confirm: true, key, revision, personAsked: true, named, ...preview } as const
  return run(tool, { raw, confirmation }, caller, services)
}

function declined({ tool, services }: Change, answer: 'declined' | 'cancelled'): ToolResult {
  const data = { state: 'declined', operation: tool.operation.name, answer }
  return toolResult(tool.operation, { data }, services)
}

function answerIn(responses: Answered['responses']): 'yes' | 'declined' | 'cancelled' | 'missing' {
  const view = inputResponse(responses, QUESTION)
  if (view.kind !== 'elicit') return 'missing'
  switch (view.action) {
    case 'accept':
      return view.content?.confirm === true ? 'yes' : 'declined'
    case 'decline':
      return 'declined'
    case 'cancel':
      return 'cancelled'
  }
}
