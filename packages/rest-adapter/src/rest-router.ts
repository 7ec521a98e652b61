import { randomId } from '@footfall/core-domain'
import { assertMembers, compressedOnce, requestIds } from '@footfall/http-primitives'
import { createProblemHandler, type Exposed } from '@footfall/kernel'
import { type RequestHandler, Router } from 'express'
import { type DirectRoute, directRoutes } from './direct-routes.ts'
import { expressPath, methodNotAllowed, nothingHere, sendPrepared } from './http.ts'
import type { HttpHost } from './http-host.ts'
import { type DocumentAdditions, documentOf } from './openapi.ts'
import { type CallAdditions, METHODS, operationRoutes } from './operations-router.ts'

/** Routes that are not operations. */
export interface AddedRoutes {
  /** Their addresses with every method, for the 405 of other methods. */
  readonly paths: readonly { readonly path: string; readonly methods: readonly string[] }[]
  add(router: Router): void
  /** Those of them that are requested most, to be found like operations. */
  readonly direct?: readonly DirectRoute[]
}

/** What a host adds to the routes of its operations. */
export interface RestAdditions<Principal = unknown> extends Omit<HttpHost<Principal>, 'host'>, CallAdditions {
  /** Makes the id of a request; unique, and safe in a header. */
  newRequestId?(): string
  /** The path of the host's routes: an unknown path below it returns 404. `/api/v1` by default. */
  readonly root?: string
  /** Operations with a route that the document does not show. */
  readonly unlisted?: readonly Exposed[]
  /** Routes before those of the operations. */
  readonly first?: readonly AddedRoutes[]
  readonly last?: readonly AddedRoutes[]
  readonly document?: DocumentAdditions
}

const ROOT = '/api/v1'
const DOCUMENT = '/openapi.json'

/**
 * The operations of a host as routes, and `/openapi.json`. Requests for anything else pass through, except below the root of
 * the host, where nothing else exists.
 */
export function createRestRouter<Principal>(
  host: HttpHost<Principal>['host'],
  additions: RestAdditions<Principal> = {},
): RequestHandler {
  assertMembers('host', host, { operations: 'object', log: 'object', clock: 'object', problems: 'object' })
  assertMembers('additions', additions, {
    ...{ root: 'string?', newRequestId: 'function?', callerOf: 'function?', channelOf: 'function?' },
    ...{ unlisted: 'object?', first: 'object?', last: 'object?', document: 'object?' },
  })
  const { root = ROOT, unlisted = [], first = [], last = [] } = additions
  const newRequestId = additions.newRequestId ?? (() => randomId(host.random, 'req'))
  const operations = [...host.operations, ...unlisted]
  const methods = methodsByPath(operations, [...first, ...last])
  const router = Router({ caseSensitive: true })
  const identify = requestIds(newRequestId)
  const prefixes = [...withoutPrefixes([root, ...methods.keys()].map(staticPart)), DOCUMENT]
  router.use(prefixes, identify)
  for (const routes of first) routes.add(router)
  const routes = operationRoutes(operations, { ...additions, host }, additions)
  for (const { method, path, handler } of routes) router[METHODS[method]](expressPath(path), handler)
  for (const routes of last) routes.add(router)
  // Anyone may request it, so it is made only once; few services are asked for it, so their start does not wait for it.
  let document: Buffer | undefined
  router.get(DOCUMENT, (_req, res) => {
    document ??= compressedOnce(Buffer.from(JSON.stringify(documentOf(host, additions.document))))
    res.setHeader('Access-Control-Allow-Origin', '*')
    sendPrepared(res, 200, document)
  })
  for (const [path, names] of methods) router.all(expressPath(path), methodNotAllowed(names))
  router.use(root, nothingHere)
  const answerError = createProblemHandler(host.log, host.clock, host.problems)
  router.use(answerError)
  const find = directRoutes([...[...first, ...last].flatMap(({ direct = [] }) => direct), ...routes])
  return (req, res, next) => {
    const found = find(req.method, req.url)
    if (found === undefined) return mayMatch(prefixes, req.url) ? router(req, res, next) : next()
    req.params = found.params
    // Metrics and traces name it.
    req.route = { path: found.pattern }
    identify(req, res, () => {
      found.handler(req, res).catch((error: unknown) => answerError(error, req, res, next))
    })
  }
}

/** Whether one of the routes may match. Otherwise Express would try each of them, for every request of the rest of the service. */
function mayMatch(prefixes: readonly string[], url: string): boolean {
  // A request of a proxy names the whole address.
  return !url.startsWith('/') || prefixes.some((prefix) => url.startsWith(prefix))
}

/** A path up to its first parameter. */
const staticPart = (path: string) => path.replace(/\/\{.*$/, '')

/** Paths of which none is below another. */
function withoutPrefixes(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)]
  return all.filter((path) => !all.some((other) => other !== path && path.startsWith(`${other}/`)))
}

/** Every method of a path, for the 405 of other methods. */
function methodsByPath(
  operations: readonly Exposed[],
  added: readonly AddedRoutes[],
): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, Set<string>>()
  const add = (path: string, names: readonly string[]) => {
    const known = methods.get(path) ?? new Set()
    for (const name of names) known.add(name)
    methods.set(path, known)
  }
  for (const { path, method } of operations) add(path, method === 'GET' ? ['GET', 'HEAD'] : [method])
  for (const { paths } of added) for (const { path, methods: names } of paths) add(path, names)
  return new Map([...methods].map(([path, names]) => [path, [...names]]))
}
