/** What a service of any domain is made with: nothing here knows products, visitors or statistics. */
export {
  AlreadyExists,
  InvalidRequest,
  NotFound,
  type PolicyState,
  PublicError,
  QuotaExceeded,
  RateLimited,
  RevisionConflict,
  Secret,
} from '@footfall/core-domain'
export { fingerprint, memoryRecords, parseIdempotencyKey, type RecordStore } from '@footfall/idempotency'
export { assertScopes, type Channel, definePolicy, type Policy, scopesNeeded } from '@footfall/scopes-policy'
export { type Answer, PageInfo } from './answer.ts'
export { bearerToken } from './bearer.ts'
export type { Confirmation, Named } from './confirmation.ts'
export {
  type AuditRecord,
  type DefinedDomain,
  type DomainSpec,
  defineDomain,
  type HostOptions,
  type HostPrincipal,
  type HostResource,
} from './define-domain.ts'
export { type HostCall, readParts, type ServedRead, type ServedWrite, writeParts } from './define-operation.ts'
export type {
  Approvals,
  Domain,
  HeldChange,
  Origin,
  ReadRequest,
  RecordedChange,
  Rules,
  WriteRequest,
} from './domain.ts'
export type { ErrorLog } from './error-log.ts'
export { COMMON_ERRORS, errorsOfKind, WRITE_ERRORS } from './errors.ts'
export { createExecute, type Outcome } from './execute.ts'
export { createFailureLog, type FailureLog } from './failure-log.ts'
export type { ExecuteOptions, Exposed, Host, ResourcePlace } from './host.ts'
export { assertFewParameters } from './http/few-parameters.ts'
export { BODY_VALUES_MAX, parseJsonBody, receiveBody } from './http/json-body.ts'
export { hasMoreValues } from './http/json-values.ts'
export { createErrorHandler, createProblemHandler, type ErrorHandler } from './http/problem-handler.ts'
export { type ProblemResponse, problemResponse } from './http/problem-response.ts'
export { assertSameOrigin } from './http/same-origin.ts'
export { parseWriteInput, type RawInput } from './input.ts'
export { type ListParameter, listOf, listParameterOf } from './list-parameter.ts'
export { type OneWriter, oneWriter } from './one-writer.ts'
export { assertKey } from './option-checks.ts'
export type { OwnCode, OwnCodes } from './own-codes.ts'
export { listed, offsetOf, offsetPageInfo, pageInfo, pageRequest, pagingQuery } from './paging.ts'
export {
  AwaitingApproval,
  type Change,
  created,
  type Done,
  diff,
  ExecutedMeta,
  executedOf,
  type Plan,
  Preview,
  ShownResource,
  type Undo,
  updated,
} from './plan.ts'
export { createPreviews, type Previews } from './previews.ts'
export {
  COMMON_CODES,
  type CodeMeaning,
  createProblems,
  type Problem,
  type Problems,
  problemSchema,
  waitingHeaders,
} from './problem.ts'
export { rateLimitHeaders } from './rate-limit-headers.ts'
export { assertRevision, revisionField } from './revision.ts'
export {
  type ChangeInWords,
  changeLines,
  changesInWords,
  dayInWords,
  type FieldWords,
  fieldInWords,
  type HostWording,
  instantInWords,
  isNoValue,
  lengthInWords,
  type Wording,
  type WordingContext,
  type WordingLanguage,
} from './words.ts'
export { recordedResult } from './write/executed.ts'
export { meantBefore, type NamingWrite } from './write/meant-before.ts'
export { undoBodies, undoOf } from './write/undo.ts'
export { pathsWithText } from './written-paths.ts'
