import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Effect } from './commit.ts'
import type { Coordinator, SyncCoordinator } from './coordinator.ts'
import { type Answer, answerOf, type Executed, recordOfWrite, rejected, send } from './express/answers.ts'
import { fingerprint } from './fingerprint.ts'
import { parseIdempotencyKey } from './idempotency-key.ts'
import { assertFunctions } from './option-checks.ts'

export type { Executed } from './express/answers.ts'

export interface ConfirmedWritesOptions<Req extends IncomingMessage> {
  /**
   * Whose key it is: the id of the credential, since it is stored, and never the credential itself. It is asked before anything
   * else, for previews too; what it throws goes to the error handlers of the host.
   */
  owner(req: Req): string
  /** The names of the headers: `Service-Confirm` and `Idempotency-Key` by default. */
  readonly headers?: { readonly confirm?: string; readonly key?: string }
  /** The `type` of a problem with this code; `about:blank` by default. */
  problemType?(code: string): string
}

interface WriteBase<Req extends IncomingMessage, Input> {
  /** Part of what makes two requests the same. */
  readonly operation: string
  /** The status of an executed write: 200 by default. */
  readonly status?: number
  /** The checked input, as JSON. What it throws goes to the error handlers of the host, and the key stays free. */
  input(req: Req): Input | Promise<Input>
  /**
   * What would happen, for a person to decide: `summary`, `changes` or whatever the host shows. It writes nothing. Without it the
   * write needs no confirmation, only a key.
   */
  preview?(input: Input, req: Req): object | Promise<object>
}

export interface ConfirmedWrite<Tx, Req extends IncomingMessage, Input> extends WriteBase<Req, Input> {
  /** Makes the change in the transaction. What it throws rolls the change back and frees the key. */
  execute(tx: Tx, input: Input, req: Req): Promise<Executed>
}

/** The same on a connection whose calls are synchronous. */
export interface SyncConfirmedWrite<Tx, Req extends IncomingMessage, Input> extends WriteBase<Req, Input> {
  execute(tx: Tx, input: Input, req: Req): Executed
}

/** A middleware of Express, which `node:http` and Connect can call as well. */
export type Handler<Req extends IncomingMessage> = (
  req: Req,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void

interface AsyncOptions<Tx, Req extends IncomingMessage> extends ConfirmedWritesOptions<Req> {
  readonly coordinator: Coordinator<Tx>
}
interface SyncOptions<Tx, Req extends IncomingMessage> extends ConfirmedWritesOptions<Req> {
  readonly coordinator: SyncCoordinator<Tx>
}

/**
 * Makes handlers of writes that are previewed, confirmed once under a key, and replayed. The host parses the body before, and
 * limits its size.
 */
export function confirmedWrites<Tx, Req extends IncomingMessage>(
  options: AsyncOptions<Tx, Req>,
): <Input>(write: ConfirmedWrite<Tx, Req, Input>) => Handler<Req>
export function confirmedWrites<Tx, Req extends IncomingMessage>(
  options: SyncOptions<Tx, Req>,
): <Input>(write: SyncConfirmedWrite<Tx, Req, Input>) => Handler<Req>
export function confirmedWrites<Tx, Req extends IncomingMessage>(
  options: AsyncOptions<Tx, Req> | SyncOptions<Tx, Req>,
) {
  assertFunctions('', options, ['owner'], ['problemType'])
  assertFunctions('coordinator.', options.coordinator, ['confirm'])
  const { problemType = () => 'about:blank' } = options
  const names = {
    confirm: options.headers?.confirm ?? 'Service-Confirm',
    key: options.headers?.key ?? 'Idempotency-Key',
  }
  // The type of a write says whether its effect may wait, and a synchronous coordinator rejects one that does.
  const coordinator = options.coordinator as Coordinator<Tx>
  return <Input>(write: AnyWrite<Tx, Req, Input>): Handler<Req> => {
    assertFunctions('', write, ['input', 'execute'], ['preview'])
    if (typeof write.operation !== 'string' || write.operation === '')
      throw new TypeError('operation must be a non-empty string.')
    return (req, res, next) => {
      handle({ ...options, coordinator }, names, write, req).then((answer) => send(res, answer, problemType), next)
    }
  }
}

interface AnyWrite<Tx, Req extends IncomingMessage, Input> extends WriteBase<Req, Input> {
  execute(tx: Tx, input: Input, req: Req): Promise<Executed> | Executed
}

interface Names {
  readonly confirm: string
  readonly key: string
}

async function handle<Tx, Req extends IncomingMessage, Input>(
  { coordinator, owner }: AsyncOptions<Tx, Req>,
  names: Names,
  write: AnyWrite<Tx, Req, Input>,
  req: Req,
): Promise<Answer> {
  const { operation, status = 200 } = write
  const caller = owner(req)
  const confirm = header(req, names.confirm)
  // A mistyped confirmation must not become a preview, which its sender would take for the change.
  if (confirm !== undefined && confirm !== 'true' && confirm !== 'false') return mistyped(names)
  const input = await write.input(req)
  if (write.preview !== undefined && confirm !== 'true')
    return previewed(names, operation, await write.preview(input, req))
  const key = parseIdempotencyKey(header(req, names.key))
  if (key === undefined) return keyRequired(names)
  const request = { owner: caller, key, operation, fingerprint: fingerprint(operation, input) }
  const outcome = await coordinator.confirm(request, (tx) => effectOf(status, write.execute(tx, input, req)))
  return answerOf(operation, key, status, outcome)
}

/** Without a promise where there was none, since a synchronous transaction cannot wait for one. */
function effectOf(
  status: number,
  executed: Promise<Executed> | Executed,
): Promise<Effect<Executed>> | Effect<Executed> {
  const made = (answer: Executed) => ({ answer, result: JSON.stringify(recordOfWrite(status, answer)) })
  return executed instanceof Promise ? executed.then(made) : made(executed)
}

function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name.toLowerCase()]
  return Array.isArray(value) ? value.join(', ') : value
}

function previewed({ confirm, key }: Names, operation: string, preview: object): Answer {
  const headers = { [confirm]: 'true', [key]: '<a new key for this intended change>' }
  const instructions = `Nothing has changed. To make this change, repeat the identical request with these headers. If the answer is lost, repeat it with the same key.`
  const data = { ...preview, state: 'previewed', operation }
  return { kind: 'previewed', body: { data, meta: { confirm: { headers, instructions } } } }
}

function mistyped({ confirm }: Names): Answer {
  const message = 'must be true, or absent for a preview'
  const { problem } = rejected(400, 'invalid_request', 'Invalid request', `${confirm} ${message}.`)
  return { kind: 'rejected', problem: { ...problem, errors: [{ path: confirm, message }] } }
}

function keyRequired({ key }: Names): Answer {
  const detail = `A write that is confirmed needs the header ${key} with 1 to 255 visible ASCII characters.`
  return rejected(400, 'idempotency_key_required', 'Idempotency key required', detail)
}
