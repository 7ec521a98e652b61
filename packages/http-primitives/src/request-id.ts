import type { ServerResponse } from 'node:http'
import type { Middleware } from './middleware.ts'

const HEADER = 'Request-Id'

/** Gives every response a `Request-Id`, once; an id sent by the caller is ignored. */
export function requestIds(newRequestId: () => string): Middleware {
  return (_req, res, next) => {
    if (!res.hasHeader(HEADER)) res.setHeader(HEADER, newRequestId())
    next()
  }
}

/** The id of the request that this response is for; empty where no middleware gave it one. */
export function requestId(res: ServerResponse): string {
  const id = res.getHeader(HEADER)
  return typeof id === 'string' ? id : ''
}
