import type { IncomingMessage } from 'node:http'
import type { AccountId, SessionId } from '@footfall/core-domain'

/** The sessions of the dashboard; absent in a host without one. */
export interface BrowserSessions {
  /** The session of the request’s cookie, if it is live. */
  find(req: IncomingMessage): Promise<{ readonly id: SessionId; readonly account: AccountId } | undefined>
  /** Origins of our own pages; errors name the first. */
  readonly origins: readonly string[]
}
