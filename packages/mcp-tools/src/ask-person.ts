import { randomBase62 } from '@footfall/core-domain'
import { credentialOf, fingerprint } from '@footfall/operations'
import { type InputRequiredResult, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import { type Arguments, type ReadCall, readArguments } from './arguments.ts'
import { answering, run, type ToolResult, textAndData } from './call-tool.ts'
import { bodyShape } from './json-schema.ts'
import type { PreparedTool } from './prepared-tools.ts'
import { ANSWER_SCHEMA, questionOf } from './question.ts'
import { type PendingChange, type RequestStates, refused } from './request-state.ts'
import type { Caller, McpServices } from './services.ts'

const QUESTION = 'confirm'
const KEY_LENGTH = 24

/** What a client brought back to a question it was asked earlier. */
export interface Answered {
  readonly state: string
  readonly responses: Record<string, unknown> | undefined
}

interface Change {
  readonly tool: PreparedTool
  readonly given: Arguments
  readonly call: ReadCall
  readonly caller: Caller
  readonly services: McpServices
  readonly states: RequestStates
}

/**
 * A write whose client can ask its person: the preview goes out as a question, and a yes executes under a key that the
 * server made. Nothing is kept here in between; what must be known again travels in signed state.
 */
export async function changeByQuestion(
  tool: PreparedTool,
  given: Arguments,
  answered: Answered | undefined,
  caller: Caller,
  services: McpServices,
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
  if (pending.operation !== tool.operation.name || pending.fingerprint !== fingerprintOf(tool, given)) throw refused()
  return pending
}

/** Arguments that have no fingerprint are not those that were shown. */
function fingerprintOf({ operation }: PreparedTool, given: Arguments): string | undefined {
  try {
    return fingerprint(operation.name, given)
  } catch {
    return undefined
  }
}

/** Executes what the person saw: where the resource has a revision and it has moved on, the change is refused. */
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
