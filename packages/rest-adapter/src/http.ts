import { MethodNotAllowed, NotFound } from '@footfall/core-domain'
import type { RequestHandler, Response } from 'express'

/** `{shop}` in the interface is `:shop` in Express. */
export const expressPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Sends JSON without an ETag, since authenticated responses are not stored. */
export function sendJson(res: Response, status: number, body: unknown): void {
  sendPrepared(res, status, JSON.stringify(body))
}

/** Sends JSON that was serialized once, for a constant response. */
export function sendPrepared(
  res: Response,
  status: number,
  json: string | Buffer,
  type = 'application/json; charset=utf-8',
): void {
  res.statusCode = status
  res.setHeader('Content-Type', type)
  res.end(json)
}

export const methodNotAllowed =
  (allow: readonly string[]): RequestHandler =>
  () => {
    throw new MethodNotAllowed(allow)
  }

export const nothingHere: RequestHandler = () => {
  throw new NotFound()
}
