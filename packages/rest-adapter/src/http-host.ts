import type { Channel, Host } from '@footfall/kernel'
import type { Request } from 'express'

/** A host, and how callers authenticate over HTTP. */
export interface HttpHost<Principal = unknown> {
  readonly host: Host<Principal>
  /** Who is calling; by default whoever presents a bearer token. Throws `InvalidToken`. */
  callerOf?(req: Request): Promise<Principal>
  /** The channel of a caller; `rest` by default. */
  channelOf?(principal: Principal): Channel
}
