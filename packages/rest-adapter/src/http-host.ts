import type { Channel, Host } from '@footfall/kernel'
import type { Request } from 'express'

/** A host, and how callers authenticate over HTTP. */
export interface HttpHost<Principal = unknown> {
  readonly host: Host<Principal>
  /**
   * The caller; by default, the principal of a bearer token. `named` is what the request names as its resource, which
   * may be looked up together with the caller; `address` is the address of the request. Throws `InvalidToken`.
   */
  callerOf?(req: Request, named: unknown, address: string | undefined): Promise<Principal>
  /** The channel of a caller; `rest` by default. */
  channelOf?(principal: Principal): Channel
}
