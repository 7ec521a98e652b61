import type { RateLimiter } from '@footfall/core-domain'
import type { AuthenticationServices, ErrorLog, FailureLog, Operation, Principal, Services } from '@footfall/operations'

/** What a host gives the endpoint. */
export interface McpServices extends Services, AuthenticationServices {
  /** The operations served as tools; by default those of the service. A host adds its own to them. */
  readonly operations?: readonly Operation[]
  readonly rateLimiter: RateLimiter
  /** Requests per minute for each credential, counted together with those of REST; an account has four times as many. 0 is no limit. */
  readonly rateLimits: { readonly requests: number }
  /** Signs request state that travels through clients; at least 32 bytes, and the same on every replica. */
  readonly requestStateKey: Uint8Array
  /** Values of `Host` that are accepted besides that of `baseUrl`. */
  readonly allowedHosts?: readonly string[]
  /** Origins whose pages may call the endpoint besides that of `baseUrl`, for clients that run in browsers. */
  readonly allowedOrigins?: readonly string[]
  readonly log: ErrorLog
}

/** The services of one endpoint. */
export interface EndpointServices extends McpServices {
  readonly logFailure: FailureLog
}

/** Who calls, and by which request. */
export interface Caller {
  readonly principal: Principal
  readonly address: string | undefined
  readonly requestId: string
  /** Returns a signal that is aborted when the client no longer waits for the answer. */
  signal(): AbortSignal
}
