import type { RateLimiter } from '@footfall/core-domain'
import type { AuthenticationServices, Operation, Principal, Services } from '@footfall/operations'

/** Where bugs and outages are told; the request id joins the line to the answer. */
export interface ErrorLog {
  error(context: { request_id: string; err: unknown }, message: string): void
  warn(context: { request_id: string; err: unknown }, message: string): void
}

/** What the endpoint works with; the apps compose it. */
export interface McpServices extends Services, AuthenticationServices {
  /** What is served as tools; without it, the operations of the service. A host adds its own to them. */
  readonly operations?: readonly Operation[]
  readonly rateLimiter: RateLimiter
  /** Requests per minute and credential, and four times as many of an account, with those of REST; 0 switches them off. */
  readonly rateLimits: { readonly requests: number }
  /** Signs what travels through clients; at least 32 bytes, and the same on every replica. */
  readonly requestStateKey: Uint8Array
  /** Names and ports this is reached under besides `baseUrl`'s, as `Host` says them. */
  readonly allowedHosts?: readonly string[]
  readonly log: ErrorLog
}

/** Who is calling, and by which request. */
export interface Caller {
  readonly principal: Principal
  readonly address: string | undefined
  readonly requestId: string
  /** Answers a signal that is aborted when the client no longer waits for the answer. */
  signal(): AbortSignal
}
