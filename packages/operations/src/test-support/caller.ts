import { DomainError, type ErrorCode, type Role, type SegmentId, type ShareSection } from '@footfall/core-domain'
import type { Confirmation, PageInfo, RawInput } from '@footfall/kernel'
import { type Principal, SCOPES, sessionPrincipal, sharedLinkPrincipal } from '@footfall/scopes-policy'
import { type Scenario, type SeededToken, scenario, type TestDatabase } from '@footfall/testkit'
import { type AuthenticationServices, authenticate } from '../calls/authenticate.ts'
import { execute } from '../calls/execute.ts'
import type { Services } from '../definition/call.ts'
import type { Executable } from '../definition/operation.ts'
import { approveChange } from '../features/approvals/approve.ts'
import { declineChange } from '../features/approvals/decline.ts'
import { problemOf } from '../problems/problem.ts'
import { servicesOn } from './services.ts'

/** What a call gives an operation. Without `product`, it is the one of the scenario. */
export interface Input {
  readonly product?: string
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** What a call returned: the outcome of an operation, or its error code. */
export interface Called {
  readonly code?: ErrorCode
  readonly detail?: string
  /** Paths of the invalid fields. */
  readonly fields?: readonly string[]
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly data?: any
  readonly meta?: unknown
  /** What a confirmation has to carry. */
  readonly preview?: string
  readonly page?: PageInfo
  readonly idempotency?: { readonly key: string; readonly replayed: boolean; readonly expires_at: string | null }
}

/** Path parameters of the right shape that nothing has. */
export const MISSING_IDS: Readonly<Record<string, string>> = {
  approval_id: 'apr_nobody',
  entry: 'aud_nobody',
  annotation_id: 'ann_nobody',
  passkey_id: 'psk_nobody',
  session_id: 'ses_nobody',
  app_id: 'app_nobody',
  connection_id: 'con_nobody',
  funnel_id: 'fnl_nobody',
  import: 'imp_nobody',
  key_id: 'key_nobody',
  member: 'mbr_nobody',
  alert: 'alr_nobody',
  report: 'rpt_nobody',
  share: 'shr_nobody',
  segment: 'seg_nobody',
  token_id: 'tok_nobody',
  trust_id: 'trs_nobody',
}

/** Who calls: the secret of a credential, or a member who is signed in to the dashboard. */
export type By = string | SeededToken | Principal

/** Calls operations as adapters do, without a protocol. */
export interface Calls {
  /** A read; of a write, what an adapter does where nothing is said of confirming. */
  call(by: By, operation: Executable, input?: Input, confirmation?: Confirmation): Promise<Called>
  preview(by: By, operation: Executable, input?: Input): Promise<Called>
  /** Under an idempotency key of its own unless one is given. */
  confirm(by: By, operation: Executable, input?: Input, key?: unknown): Promise<Called>
}

let keys = 0

export function callsOn(services: Services & AuthenticationServices, product: string): Calls {
  const call: Calls['call'] = async (by, operation, input = {}, confirmation = { confirm: 'unspecified' }) => {
    try {
      const raw = rawOf(operation, input, product)
      // As adapters do.
      const principal = await principalOf(by, services, raw.path.product ?? raw.query.product)
      const channel =
        principal.kind === 'session' || principal.kind === 'shared_link'
          ? 'dashboard'
          : principal.kind === 'oauth_connection'
            ? 'mcp'
            : 'rest'
      const origin = { channel, address: '192.0.2.7', requestId: 'req_1' } as const
      const outcome = await execute(operation, principal, raw, services, confirmation, origin)
      switch (outcome.kind) {
        case 'read':
          return outcome.answer
        case 'previewed':
          return {
            data: outcome.data,
            meta: outcome.meta,
            ...(outcome.preview !== undefined && { preview: outcome.preview }),
          }
        case 'awaiting_approval':
          return { data: outcome.data, idempotency: outcome.meta.idempotency }
        case 'executed':
          return { data: outcome.data, ...(outcome.meta && { idempotency: outcome.meta.idempotency }) }
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const { code, detail, errors } = problemOf(error, 'req_1')
      return { code, detail, ...(errors && { fields: errors.map(({ path }) => path) }) }
    }
  }
  return {
    call,
    preview: (by, operation, input) => call(by, operation, input, { confirm: false }),
    confirm: (by, operation, input, key = `key-${++keys}`) => call(by, operation, input, { confirm: true, key }),
  }
}

async function principalOf(by: By, services: AuthenticationServices, product: unknown): Promise<Principal> {
  if (typeof by === 'object' && 'kind' in by) return by
  return authenticate(typeof by === 'string' ? by : by.secret, services, { product })
}

function rawOf(operation: Executable, input: Input, product: string): RawInput {
  const named = operation.product === 'none' ? {} : { product: input.product ?? product }
  const isInPath = operation.product === 'path'
  return {
    path: { ...(isInPath ? named : {}), ...input.path },
    query: { ...(isInPath ? {} : named), ...input.query },
    body: () => input.body,
  }
}

/** A scenario whose members call operations. */
export interface CallingScenario extends Scenario, Calls {
  /** A token of the owner with every scope on all products. */
  readonly owner: SeededToken
  readonly services: Services
  /** A member who has just signed in to the dashboard. */
  person(role: Role): Promise<Principal>
  /** A shared link of the product that shows these sections. */
  link(sections: readonly ShareSection[], segment?: SegmentId): Principal
}

export async function scenarioOn(
  database: TestDatabase,
  {
    services = servicesOn(database),
    ...product
  }: { readonly services?: Services & AuthenticationServices; readonly name?: string; readonly timezone?: string } = {},
): Promise<CallingScenario> {
  const seeded = await scenario(database, product)
  return {
    ...seeded,
    ...callsOn(services, seeded.product),
    services,
    owner: await seeded.token({ scopes: [...SCOPES] }),
    async person(role) {
      const { id, account } = await seeded.session(role)
      return sessionPrincipal(id, account)
    },
    link: (sections, segment) =>
      sharedLinkPrincipal({
        link: database.ids.share(),
        product: seeded.product,
        sections: new Set(sections),
        segment,
      }),
  }
}

/** Decides, as the owner of the product, a change that waits for approval. */
export async function approveChangeFor(
  on: CallingScenario,
  approval_id: string,
  decision: 'approve' | 'decline' = 'approve',
): Promise<Called> {
  const operation = decision === 'approve' ? approveChange : declineChange
  return on.call(await on.person('owner'), operation, {
    path: { approval_id },
    ...(decision === 'decline' && { body: {} }),
  })
}
