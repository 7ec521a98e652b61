import { assertFewParameters } from '@footfall/kernel'
import type { RequestHandler } from 'express'

/** Rejects a request with more parameters in its address than any page reads, before they are decoded. */
export const fewParameters: RequestHandler = ({ url }, _res, next) => {
  const at = url.indexOf('?')
  if (at >= 0) assertFewParameters(url.slice(at + 1), 'query')
  next()
}
