import { execute, OPERATIONS, type Operation, type Services } from '@footfall/operations'
import { type RequestHandler, Router } from 'express'
import { admit, type GateServices } from './gate.ts'
import { methodNotAllowed, sendJson } from './http.ts'
import { queryDecoder } from './query-decoder.ts'

export interface OperationServices extends Services, GateServices {}

/** `{product}` in the interface's words is `:product` in Express's. */
export const expressPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** One route per operation; `others` tells what else answers at a path, so that 405 names every method. */
export function operationsRouter(services: OperationServices, others: ReadonlyMap<string, readonly string[]>): Router {
  const router = Router()
  const byPath = Map.groupBy(OPERATIONS, (operation) => operation.path)
  for (const [path, operations] of byPath) {
    const route = router.route(expressPath(path))
    for (const operation of operations) route.get(operationHandler(operation, services))
    if (!others.has(path)) route.all(methodNotAllowed(['GET', 'HEAD']))
  }
  return router
}

function operationHandler(operation: Operation, services: OperationServices): RequestHandler {
  const decodeQuery = queryDecoder(operation.query)
  return async (req, res) => {
    const principal = await admit(req, res, services)
    const at = req.url.indexOf('?')
    const query = decodeQuery(at < 0 ? '' : req.url.slice(at + 1))
    const answer = await execute(operation, principal, { path: req.params, query }, services)
    sendJson(res, 200, answer)
  }
}
