import type { Confirmation } from './confirmation.ts'
import type { Domain, OperationOf, Origin, ReadAnswer, Rules, ServicesOf, WriteRequest } from './domain.ts'
import { parseReadInput, parseWriteInput, type RawInput, withEveryField } from './input.ts'
import { withMarkedCursor, withOpenedCursor } from './paging.ts'
import { confirmWrite, replayWrite } from './write/confirm.ts'
import { writeDirectly } from './write/direct.ts'
import type { Executed, Waiting } from './write/executed.ts'
import { type Previewed, previewWrite } from './write/preview.ts'

export type Outcome<Details = unknown> =
  | ({ readonly kind: 'read' } & ReadAnswer<Details>)
  | ({ readonly kind: 'previewed' } & Previewed)
  | ({ readonly kind: 'executed' } & Executed)
  /** A confirmed write that waits until a person approves it. */
  | ({ readonly kind: 'awaiting_approval' } & Waiting)

/** Runs the operations of a host. */
export type Execute<D extends Domain> = (
  operation: OperationOf<D>,
  principal: D['principal'],
  raw: RawInput,
  services: ServicesOf<D>,
  confirmation: Confirmation,
  origin: Origin,
  options: D['options'],
) => Promise<Outcome<D['details']>>

/**
 * The only way to run an operation. Checks authorization, then input, then state; only then does the operation run, or return
 * its preview.
 */
export function createExecute<D extends Domain>(rules: Rules<D>): Execute<D> {
  const perform: Execute<D> = async (operation, principal, raw, services, confirmation, origin, options) => {
    const { resource, rest } = await rules.authorize(operation, principal, raw, services, origin.channel)
    if (raw.undecodable !== undefined) {
      // The body of a write is not read for a query that cannot be.
      throw isRead(operation) ? withEveryField(raw.undecodable, () => parseReadInput(operation, rest)) : raw.undecodable
    }
    const callState = rules.begin(principal, resource, services, options)
    try {
      if (isRead(operation)) {
        const question = {
          operation: operation.name,
          resource: rules.identityOf(resource),
          input: parseReadInput(operation, rest),
        }
        const input = withOpenedCursor(question)
        const answered = await rules.read({ operation, principal, resource, input, services, callState, options })
        return { kind: 'read', ...answered, answer: withMarkedCursor(answered.answer, question) }
      }
      const input = parseWriteInput(operation, rest)
      return await write(rules, { operation, principal, resource, input, services, callState }, confirmation, origin)
    } finally {
      rules.end(callState)
    }
  }
  return (operation, principal, raw, services, confirmation, origin, options) => {
    const { watch } = services
    if (watch === undefined) return perform(operation, principal, raw, services, confirmation, origin, options)
    const { channel, trace } = origin
    return watch({ kind: 'operation', operation: operation.name, channel, trace }, () =>
      perform(operation, principal, raw, services, confirmation, origin, options),
    )
  }
}

async function write<D extends Domain>(
  rules: Rules<D>,
  request: WriteRequest<D>,
  confirmation: Confirmation,
  origin: Origin,
): Promise<Outcome<D['details']>> {
  if (confirmation.confirm === true) return confirmWrite(rules, request, confirmation, origin)
  // A person saw the form before sending it. Machines, and people who ask for it, get a preview.
  if (confirmation.confirm === 'unspecified' && rules.writesDirectly(request.principal))
    return { kind: 'executed', ...(await writeDirectly(rules, request, origin)) }
  const replays = confirmation.confirm === false ? confirmation.replays : undefined
  const replayed = replays === undefined ? undefined : await replayWrite(rules, request, replays)
  if (replayed !== undefined) return replayed
  return { kind: 'previewed', ...(await previewWrite(rules, request, origin.channel)) }
}

function isRead<D extends Domain>(operation: OperationOf<D>): operation is D['read'] {
  return operation.kind === 'read'
}
