import { NotFound, type Product, parseInput } from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import { z } from 'zod'
import { authorize, type RawInput } from './authorize.ts'
import type { Services } from './definition/call.ts'
import type { Answer, Operation, ReadOperation, WriteOperation } from './definition/operation.ts'
import type { Preview } from './definition/plan.ts'
import { assertSignedInRecently } from './recent-sign-in.ts'
import { type Confirmation, confirmWrite, type Executed, type Origin, previewWrite, writeDirectly } from './write.ts'

export type Outcome =
  | { readonly kind: 'read'; readonly answer: Answer<unknown, unknown> }
  | { readonly kind: 'previewed'; readonly data: Preview }
  | ({ readonly kind: 'executed' } & Executed)

/** How one call stands to the others. */
export interface CallOptions {
  /** Aborted when the caller no longer waits. Reports are then stopped; changes are not. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The single way in. Checks in the order the contract fixes: kind of credential → scope → product in selection and the
 * account a member → role → input → state; only then does the operation run, or show what it would do.
 */
export function execute(
  operation: Operation,
  principal: Principal,
  raw: RawInput,
  services: Services,
  confirmation: Confirmation,
  origin: Origin,
  { signal }: CallOptions = {},
): Promise<Outcome> {
  const { watch, analytics } = services
  const work = () =>
    analytics.answering({ share: shareOf(principal), signal }, (reports) =>
      perform(
        operation,
        principal,
        raw,
        { ...services, analytics: { ...analytics, ...reports } },
        confirmation,
        origin,
      ),
    )
  if (watch === undefined) return work()
  return watch({ kind: 'operation', operation: operation.name, channel: origin.channel }, work)
}

/** Who a call's reports count to. A product key acts for nobody, so it counts to its product. */
function shareOf(principal: Principal): string {
  return principal.kind === 'website_key' ? principal.product : principal.account
}

async function perform(
  operation: Operation,
  principal: Principal,
  raw: RawInput,
  services: Services,
  confirmation: Confirmation,
  origin: Origin,
): Promise<Outcome> {
  const { product, rest } = await authorize(operation, principal, raw, services.store, origin.channel)
  await assertSignedInRecently(operation, principal, services, services.store)
  if (raw.undecodable !== undefined) throw raw.undecodable
  if (operation.kind === 'read') {
    return {
      kind: 'read',
      answer: await read(operation, principal, product, parseReadInput(operation, rest), services),
    }
  }
  const input = parseWriteInput(operation, principal, rest)
  const request = { operation, principal, product, input, services }
  if (confirmation.confirm === true) return { kind: 'executed', ...(await confirmWrite(request, confirmation, origin)) }
  // A person looked before saying yes; machines, and people who ask for it, get a preview.
  if (confirmation.confirm === 'unsaid' && principal.kind === 'session')
    return { kind: 'executed', ...(await writeDirectly(request, origin)) }
  return { kind: 'previewed', data: await previewWrite(request) }
}

function read(
  operation: ReadOperation,
  principal: Principal,
  product: Product | undefined,
  input: unknown,
  services: Services,
) {
  if (operation.product !== 'none') {
    if (product === undefined) throw new NotFound()
    return operation.run({ ...services, principal, product }, input)
  }
  if (principal.kind === 'website_key') throw new NotFound()
  return operation.run({ ...services, principal, account: principal.account }, input)
}

/** Path and query as one flat object of checked values. */
function parseReadInput(operation: ReadOperation, raw: RawInput): Record<string, unknown> {
  return { ...parseParams(operation, raw.path), ...parseInput(operation.query, raw.query) }
}

/** A route that takes no body still refuses one that says something, by the name of each field. */
const NO_BODY = z.strictObject({}).optional()

/** Path, query and body as one flat object of checked values. */
function parseWriteInput(operation: WriteOperation, { kind }: Principal, raw: RawInput): Record<string, unknown> {
  parseInput(operation.query, raw.query)
  const params = parseParams(operation, raw.path)
  const body = kind === 'session' ? operation.bodyForPeople : operation.body
  if (body === undefined) {
    parseInput(NO_BODY, raw.body?.())
    return params
  }
  return { ...params, ...(parseInput(body, raw.body?.()) as Record<string, unknown>) }
}

/** An id of the wrong shape is an id that nobody has. */
function parseParams(operation: Operation, path: RawInput['path']): Record<string, unknown> {
  const parsed = operation.params.safeParse(path)
  if (!parsed.success) throw new NotFound()
  return parsed.data
}
