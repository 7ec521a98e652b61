import type { Exposed } from '@footfall/kernel'
import type { Request, Response } from 'express'
import { expressPath } from './http.ts'

export interface DirectRoute {
  readonly method: Exposed['method']
  /** With its parameters in braces. */
  readonly path: string
  /** Answers the request, or throws what the error handler of the router answers. */
  readonly handler: (req: Request, res: Response) => Promise<void>
}

export interface DirectMatch {
  readonly handler: DirectRoute['handler']
  /** The pattern of the route, as Express writes it. */
  readonly pattern: string
  readonly params: Record<string, string>
}

interface Target {
  readonly handler: DirectRoute['handler']
  readonly pattern: string
  readonly names: readonly string[]
}

/** A part of a path, and what follows it. */
interface Part {
  readonly named: Map<string, Part>
  parameter: Part | undefined
  readonly targets: Map<string, Target>
}

const newPart = (): Part => ({ named: new Map(), parameter: undefined, targets: new Map() })
const PARAMETER = /^\{(\w+)\}$/
/** Paths that mean what they say: without escapes, and without anything that Express reads in its own way. */
const PLAIN = /^\/[\w/.~-]+$/

/**
 * Finds the handler of a request by its path, part by part. Express tries one route after another, which costs a request
 * more than its checks do. Undefined for whatever is not spelled like a route, such as another method or a slash at
 * the end: Express decides about it.
 */
export function directRoutes(routes: readonly DirectRoute[]): (method: string, url: string) => DirectMatch | undefined {
  const root = newPart()
  for (const route of routes) add(root, route)
  return (method, url) => {
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    if (!PLAIN.test(path)) return undefined
    const values: string[] = []
    let part: Part | undefined = root
    for (let from = 1; from <= path.length; ) {
      const slash = path.indexOf('/', from)
      const to = slash < 0 ? path.length : slash
      if (to === from) return undefined
      const text = path.slice(from, to)
      const named: Part | undefined = part.named.get(text)
      if (named === undefined) values.push(text)
      part = named ?? part.parameter
      if (part === undefined) return undefined
      from = to + 1
    }
    const target = part.targets.get(method)
    return target && { handler: target.handler, pattern: target.pattern, params: paramsOf(target, values) }
  }
}

function add(root: Part, { method, path, handler }: DirectRoute): void {
  const names: string[] = []
  let part = root
  for (const text of path.split('/').slice(1)) {
    const name = PARAMETER.exec(text)?.[1]
    if (name !== undefined) names.push(name)
    const known = name === undefined ? part.named.get(text) : part.parameter
    const next = known ?? newPart()
    if (name === undefined) part.named.set(text, next)
    else part.parameter = next
    part = next
  }
  // Like Express, which takes the first of its routes.
  if (!part.targets.has(method)) part.targets.set(method, { handler, pattern: expressPath(path), names })
}

function paramsOf({ names }: Target, values: readonly string[]): Record<string, string> {
  // The names are those of our own routes.
  const params: Record<string, string> = {}
  for (const [at, name] of names.entries()) params[name] = values[at] ?? ''
  return params
}
