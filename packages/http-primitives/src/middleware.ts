import type { IncomingMessage, ServerResponse } from 'node:http'

/** What Node's own requests and responses pass through, in any framework that calls back. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void
