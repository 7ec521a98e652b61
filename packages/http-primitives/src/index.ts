export { acceptedEncoding, type Encoding } from './accepted-encoding.ts'
export { authorizationOf } from './authorization.ts'
export { compressedOnce, compression, keepUncompressed } from './compression.ts'
export { cookieValues, hostCookie, hostCookieName } from './cookies.ts'
export { FIELDS_MAX, hasTooManyParameters, PARAMETERS_MAX } from './few-parameters.ts'
export { GuardedRequestFailed, type RequestFailure } from './guarded-request/failure.ts'
export type { GuardedConnectionOptions, Resolver } from './guarded-request/guarded-connection.ts'
export {
  firstOf,
  type GuardedRequestOptions,
  guardedRequest,
  type ResponseHead,
} from './guarded-request/guarded-request.ts'
export { isPublicAddress } from './guarded-request/public-address.ts'
export { isPublicHost } from './guarded-request/public-host.ts'
export { escapeHtml } from './html.ts'
export { allowLongBody } from './http-limits.ts'
export { type ListenOptions, listen, type RunningServer } from './http-server.ts'
export { inTurn, type Middleware } from './middleware.ts'
export { assertMembers, assertTexts, type MemberKind } from './option-checks.ts'
export { BodyRejected, readBody } from './read-body.ts'
export { requestId, requestIds } from './request-id.ts'
export { isSameOrigin } from './same-origin.ts'
export { securityHeaders } from './security-headers.ts'
export { createSigner, isSameText } from './signed.ts'
export type { ProblemOfUnread, UnreadProblem, UnreadRequest } from './unread-requests.ts'
export { vary } from './vary.ts'
