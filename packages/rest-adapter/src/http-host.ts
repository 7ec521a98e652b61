import type { Channel, Host } from '@footfall/kernel'
import type { Request } from 'express'

/** A host, and how people and programs come to it over HTTP. */
export interface HttpHost<Principal = unknown> {
  readonly host: Host<Principal>
  /** Who is calling; by default whoever presents a bearer token. Throws `InvalidToken`. */
  callerOf?(req: Request): Promise<Principal>
  /** By which channel a caller comes; `rest` by default. */
  channelOf?(principal: Principal): Channel
}
