import { DEFAULT_LANGUAGE, RELEASE_VERSION } from '@footfall/core-domain'
import { type Confirmation, type ErrorLog, type Host, type Origin, type RawInput, scopesNeeded } from '@footfall/kernel'
import { credentialOf, endOf, type Principal } from '@footfall/scopes-policy'
import { type AdmissionServices, admitRequest, turnOf } from './calls/admission.ts'
import { type AuthenticationServices, authenticate } from './calls/authenticate.ts'
import { type CallOptions, execute, writeMeantBefore } from './calls/execute.ts'
import { recordUse } from './calls/usage.ts'
import type { Services } from './definition/call.ts'
import { errorsOf } from './definition/errors.ts'
import type { Operation } from './definition/operation.ts'
import { OPERATIONS } from './interface.ts'
import { PROBLEMS } from './problems/problem.ts'
import { footfallWords } from './words/footfall-words.ts'

/** What Footfall is composed of, to be served. */
export interface FootfallServices extends Services, AuthenticationServices, Omit<AdmissionServices, 'store'> {
  /** What machines may call; the operations of the service by default. A host adds its own to them. */
  readonly operations?: readonly Operation[]
  readonly log: ErrorLog
}

/** What documents say of Footfall. */
export const FOOTFALL_IDENTITY = {
  name: 'footfall',
  title: 'Footfall',
  version: RELEASE_VERSION,
  description:
    'Web analytics for people and their agents. Success is `{ data, meta, page }`; errors are RFC 9457 problem details with a stable `code`.',
  problems: PROBLEMS,
  errorsOf: (operation: Operation): readonly string[] => errorsOf(operation),
} as const

/** Footfall as adapters serve it: the first host of the kernel. */
export function footfallHost(services: FootfallServices): Host<Principal> {
  const { operations = OPERATIONS, baseUrl, clock, random, log } = services
  return {
    ...FOOTFALL_IDENTITY,
    baseUrl,
    operations,
    clock,
    random,
    log,
    authenticate: (token, address) => authenticate(token, services, { address }),
    headersFor: expiryHeader,
    headerNames: [EXPIRES],
    admit: (principal, address) => admitRequest(principal, services, address),
    turn: (principal) => turnOf(principal, services),
    credentialOf,
    wording: footfallWords(DEFAULT_LANGUAGE),
    scopesOf: ({ scopes }) => scopes,
    execute: async (
      operation: Operation,
      principal: Principal,
      raw: RawInput,
      confirmation: Confirmation,
      origin: Origin,
      options?: CallOptions,
    ) => {
      const outcome = await execute(operation, principal, raw, services, confirmation, origin, options)
      const did = { operation: operation.name, scopes: scopesNeeded(operation, raw.query) }
      recordUse(services.usage, principal, did, origin.address)
      return outcome
    },
    meantBefore: async (operation: Operation, principal, raw, key, given) =>
      operation.kind === 'write' ? writeMeantBefore({ operation, principal, raw, key, given }, services) : undefined,
  }
}

const EXPIRES = 'Footfall-Token-Expires'

/** Lets a client replace its credential in time. */
function expiryHeader(principal: Principal): readonly (readonly [string, string])[] {
  const end = endOf(principal)
  return end === undefined ? [] : [[EXPIRES, end]]
}
