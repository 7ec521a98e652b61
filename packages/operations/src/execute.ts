import { NotFound, parseInput, type ReachedProduct, type ReadDays } from '@footfall/core-domain'
import { actsForAccount, type Principal, roleAtLeast } from '@footfall/scopes-policy'
import { z } from 'zod'
import { type Asker, askerOf } from './asker.ts'
import { authorize, type RawInput } from './authorize.ts'
import type { ProductCall, Services } from './definition/call.ts'
import type { Answer, Executable, ExecutableRead, ExecutableWrite } from './definition/operation.ts'
import { assertSignedInRecently } from './recent-sign-in.ts'
import { answerForLink } from './shared-answer.ts'
import { confirmWrite, replayWrite } from './write/confirm.ts'
import { writeDirectly } from './write/direct.ts'
import type { Executed } from './write/executed.ts'
import { type Previewed, previewWrite } from './write/preview.ts'
import type { Confirmation, Origin } from './write/request.ts'

export type Outcome =
  | {
      readonly kind: 'read'
      readonly answer: Omit<Answer<unknown, unknown>, 'read'>
      readonly read?: ReadDays
      /** Paths inside `data` of text that visitors wrote. */
      readonly writtenByVisitors: readonly string[]
    }
  | ({ readonly kind: 'previewed' } & Previewed)
  | ({ readonly kind: 'executed' } & Executed)

/** How a call relates to its caller's connection. */
export interface CallOptions {
  /** Answers a signal that is aborted when the caller no longer waits. Reports are then stopped; changes are not. */
  readonly signal?: (() => AbortSignal) | undefined
  /** Whether the caller asks what was read. Only administrators of the product are told. */
  readonly asksWhatWasRead?: boolean
  /** The longest series that the caller takes; the limit of the catalog when absent. */
  readonly seriesPointsMax?: number
}

/**
 * The single way in. Checks in the order the contract fixes: kind of credential → its limits → scope → product in
 * selection and the account a member → role → input → state; only then does the operation run, or show what it would do.
 */
export function execute(
  operation: Executable,
  principal: Principal,
  raw: RawInput,
  services: Services,
  confirmation: Confirmation,
  origin: Origin,
  options: CallOptions = {},
): Promise<Outcome> {
  const { watch } = services
  if (watch === undefined) return perform(operation, principal, raw, services, confirmation, origin, options)
  return watch({ kind: 'operation', operation: operation.name, channel: origin.channel }, () =>
    perform(operation, principal, raw, services, confirmation, origin, options),
  )
}

async function perform(
  operation: Executable,
  principal: Principal,
  raw: RawInput,
  services: Services,
  confirmation: Confirmation,
  origin: Origin,
  { signal, asksWhatWasRead = false, seriesPointsMax }: CallOptions,
): Promise<Outcome> {
  const { product, rest } = await authorize(operation, principal, raw, services.store, origin.channel)
  await assertSignedInRecently(operation, principal, services, services.sessions)
  if (raw.undecodable !== undefined) throw raw.undecodable
  const asker = askerOf(principal, services.analytics, signal)
  try {
    if (operation.kind === 'read') {
      const input = parseReadInput(operation, rest)
      const reading = read(operation, principal, product, input, { ...services, seriesPointsMax }, asker)
      const { read: days, ...answer } = await (principal.kind === 'shared_link' ? answerForLink(reading) : reading)
      const isTold = asksWhatWasRead && days !== undefined && product?.role && roleAtLeast(product.role, 'admin')
      const writtenByVisitors = operation.writtenFor(input)
      return { kind: 'read', answer, writtenByVisitors, ...(isTold ? { read: days } : {}) }
    }
    const input = parseWriteInput(operation, rest)
    const request = { operation, principal, product, input, services, asker }
    if (confirmation.confirm === true)
      return { kind: 'executed', ...(await confirmWrite(request, confirmation, origin)) }
    // A person looked before saying yes; machines, and people who ask for it, get a preview.
    if (confirmation.confirm === 'unspecified' && principal.kind === 'session')
      return { kind: 'executed', ...(await writeDirectly(request, origin)) }
    const replays = confirmation.confirm === false ? confirmation.replays : undefined
    const replayed = replays === undefined ? undefined : await replayWrite(request, replays)
    if (replayed !== undefined) return { kind: 'executed', ...replayed }
    return { kind: 'previewed', ...(await previewWrite(request)) }
  } finally {
    asker.end()
  }
}

function read(
  operation: ExecutableRead,
  principal: Principal,
  product: ReachedProduct | undefined,
  input: unknown,
  services: Services & Pick<ProductCall, 'seriesPointsMax'>,
  { reports }: Asker,
) {
  if (operation.product !== 'none') {
    if (product === undefined) throw new NotFound()
    return operation.run({ ...services, reports, principal, product }, input)
  }
  if (!actsForAccount(principal)) throw new NotFound()
  return operation.run({ ...services, reports, principal, account: principal.account }, input)
}

/** Path and query as one flat object of checked values. */
function parseReadInput(operation: ExecutableRead, raw: RawInput): Record<string, unknown> {
  return { ...parseParams(operation, raw.path), ...parseInput(operation.query, raw.query) }
}

/** A route that takes no body refuses the fields of one by name. */
const NO_BODY = z.strictObject({}).optional()

/** Path, query and body as one flat object of checked values. */
function parseWriteInput(operation: ExecutableWrite, raw: RawInput): Record<string, unknown> {
  parseInput(operation.query, raw.query)
  const params = parseParams(operation, raw.path)
  if (operation.body === undefined) {
    parseInput(NO_BODY, raw.body?.())
    return params
  }
  return { ...params, ...(parseInput(operation.body, raw.body?.()) as Record<string, unknown>) }
}

/** An id of the wrong shape is an id that nobody has. */
function parseParams(operation: Executable, path: RawInput['path']): Record<string, unknown> {
  const parsed = operation.params.safeParse(path)
  if (!parsed.success) throw new NotFound()
  return parsed.data
}
