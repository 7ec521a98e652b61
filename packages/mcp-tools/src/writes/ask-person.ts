import { randomBase62 } from '@footfall/core-domain'
import { credentialOf, fingerprint } from '@footfall/operations'
import { type InputRequiredResult, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { answering, run, type ToolResult, textAndData } from '../calls/call-tool.ts'
import type { Caller, EndpointServices } from '../services.ts'
import { type Arguments, type ReadCall, readArguments } from '../tools/arguments.ts'
import { bodyShape } from '../tools/json-schema.ts'
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
  readonly given: Arguments
  readonly call: ReadCall
  readonly caller: Caller
  readonly services: EndpointServices
  readonly states: RequestStates
}

/**
 * A write whose client can ask its person (elicitation): the preview is sent as a question, and a yes executes under a key
 * that the server generated. The server keeps nothing in between; what it needs again travels in signed request state.
 */
export async function changeByQuestion(
  tool: PreparedTool,
  given: Arguments,
  answered: Answered | undefined,
  caller: Caller,
  services: EndpointServices,
  states: RequestStates,
): Promise<ToolResult | InputRequiredResult> {
  const change = { tool, given, call: readArguments(tool.operation, given), caller, services, states }
  let question: InputRequiredResult | undefined
  const result = await answering(caller, services, async () => {
    if (answered !== undefined) {
      const pending = openState(change, answered.state)
      const answer = answerIn(answered.responses)
      if (answer === 'yes') return confirmed(change, pending)
      if (answer !== 'missing') return declined(change, answer)
    }
    const preview = await run(tool, { raw: change.call.raw, confirmation: { confirm: false } }, caller, services)
    if (preview.kind === 'previewed') question = ask(change, preview.data)
    return preview
  })
  return question ?? result
}

function ask(
  { tool, given, caller, services, states }: Change,
  preview: Parameters<typeof questionOf>[0] & { revision: number | null },
) {
  const pending: PendingChange = {
    operation: tool.operation.name,
    fingerprint: fingerprint(tool.operation.name, given),
    key: `asked_${randomBase62(services.random, KEY_LENGTH)}`,
    revision: preview.revision,
  }
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({ mode: 'form', message: questionOf(preview), requestedSchema: ANSWER_SCHEMA }),
    },
    requestState: states.seal(pending, credentialOf(caller.principal), services.clock.now()),
  })
}

function openState({ tool, given, caller, services, states }: Change, state: string): PendingChange {
  const pending = states.open(state, credentialOf(caller.principal), services.clock.now())
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

/** Executes what the person saw: refused where the revision of the resource has changed since. */
function confirmed({ tool, call, caller, services }: Change, { key, revision }: PendingChange) {
  const { raw } = call
  const body = raw.body?.()
  const guarded =
    revision !== null &&
    isRecord(body) &&
    body.revision === undefined &&
    Object.hasOwn(bodyShape(tool.operation), 'revision')
      ? { ...raw, body: () => ({ ...body, revision }) }
      : raw
  return run(tool, { raw: guarded, confirmation: { confirm: true, key } }, caller, services)
}

function declined({ tool }: Change, answer: 'declined' | 'cancelled'): ToolResult {
  return textAndData({ data: { state: 'declined', operation: tool.operation.name, answer } })
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
