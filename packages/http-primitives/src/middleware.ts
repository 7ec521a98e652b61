import type { IncomingMessage, ServerResponse } from 'node:http'

/** A middleware for requests and responses of Node, for any framework with `next`. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void
