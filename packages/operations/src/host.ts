/** What a service of any domain is made with: nothing here knows products, visitors or statistics. */
export {
  AlreadyExists,
  InvalidRequest,
  NotFound,
  type PolicyState,
  QuotaExceeded,
  RateLimited,
  Refusal,
  RevisionConflict,
  Secret,
} from '@footfall/core-domain'
export { fingerprint, memoryRecords, parseIdempotencyKey, type RecordStore } from '@footfall/idempotency'
export { assertScopes, type Channel, definePolicy, type Policy, scopesNeeded } from '@footfall/scopes-policy'
export { type Answer, PageInfo } from './kernel/answer.ts'
export { bearerToken } from './kernel/bearer.ts'
export type { Confirmation, Named } from './kernel/confirmation.ts'
export {
  type AuditRecord,
  type DefinedDomain,
  type DomainSpec,
  defineDomain,
  type HostOptions,
  type HostPrincipal,
  type HostResource,
} from './kernel/define-domain.ts'
export type { HostCall, ServedRead, ServedWrite } from './kernel/define-operation.ts'
export type { Origin, RecordedChange } from './kernel/domain.ts'
export type { ErrorLog } from './kernel/error-log.ts'
export type { Outcome } from './kernel/execute.ts'
export { createFailureLog, type FailureLog } from './kernel/failure-log.ts'
export type { ExecuteOptions, Exposed, Host, ResourcePlace } from './kernel/host.ts'
export { parseJsonBody, receiveBody } from './kernel/http/json-body.ts'
export { createErrorHandler, createProblemHandler } from './kernel/http/problem-handler.ts'
export type { RawInput } from './kernel/input.ts'
export { type ListParameter, listOf, listParameterOf } from './kernel/list-parameter.ts'
export { type OneWriter, oneWriter } from './kernel/one-writer.ts'
export { assertKey } from './kernel/option-checks.ts'
export type { OwnCode, OwnCodes } from './kernel/own-codes.ts'
export { listed, pageInfo, pageRequest, pagingQuery } from './kernel/paging.ts'
export {
  type Change,
  created,
  type Done,
  diff,
  ExecutedMeta,
  executedOf,
  type Plan,
  Preview,
  ShownResource,
} from './kernel/plan.ts'
export {
  COMMON_CODES,
  type CodeMeaning,
  createProblems,
  type Problem,
  type Problems,
  waitingHeaders,
} from './kernel/problem.ts'
export { rateLimitHeaders } from './kernel/rate-limit-headers.ts'
export { assertRevision, revisionField } from './kernel/revision.ts'
export { type ChangeInWords, changeLines, changesInWords, type Wording } from './kernel/words.ts'
