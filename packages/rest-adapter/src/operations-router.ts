import { InvalidRequest } from '@footfall/core-domain'
import { keepUncompressed } from '@footfall/http-primitives'
import { type Confirmation, type Exposed, type Outcome, parseJsonBody, receiveBody } from '@footfall/kernel'
import type { Request, Response } from 'express'
import type { DirectRoute } from './direct-routes.ts'
import { admit } from './gate.ts'
import { sendJson } from './http.ts'
import type { HttpHost } from './http-host.ts'
import { needsBody } from './needs-body.ts'
import { type DecodedQuery, queryDecoder, queryOf } from './query-decoder.ts'

/** What a host adds to the calls of its operations. */
export interface CallAdditions {
  /** Further options of a call, read from its request. */
  optionsOf?(req: Request): object
  /** Response headers with the details of how a read was answered. */
  headersOf?(details: unknown): readonly (readonly [string, string])[]
}

export const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const

/** One route per operation. */
export function operationRoutes(
  operations: readonly Exposed[],
  served: HttpHost,
  additions: CallAdditions,
): readonly DirectRoute[] {
  return operations.map((operation) => ({
    method: operation.method,
    path: operation.path,
    handler: operationHandler(operation, served, additions),
  }))
}

function operationHandler(operation: Exposed, served: HttpHost, additions: CallAdditions): DirectRoute['handler'] {
  const decodeQuery = queryDecoder(operation.query, operation.resource)
  const isBodyNeeded = needsBody(operation)
  return async (req, res) => {
    const { query, undecodable } = decodeQuery(queryOf(req))
    const { principal, origin } = await admit(req, res, served, namedResource(operation, req.params, query))
    const body = operation.kind === 'write' ? await bodyOf(req, isBodyNeeded) : undefined
    const turn = served.host.turn?.(principal)
    if (turn !== undefined) await turn
    const { confirmation, problem } = operation.kind === 'write' ? confirmationOf(req) : READING
    const outcome = await served.host.execute(
      operation,
      principal,
      // Reported with the rest of the input, after access was checked.
      { path: req.params, query, undecodable: problem ?? undecodable, ...(body && { body }) },
      confirmation,
      origin,
      { signal: () => closedSignal(res), ...additions.optionsOf?.(req) },
    )
    send(res, outcome, additions)
  }
}

function namedResource({ resource }: Exposed, params: Request['params'], query: DecodedQuery['query']): unknown {
  if (resource === undefined) return undefined
  return resource.place === 'path' ? params[resource.name] : query[resource.name]
}

/** Aborted when the client closes the connection before the response is sent. Only reports use it. */
function closedSignal(res: Response): AbortSignal {
  const closed = new AbortController()
  const check = () => {
    if (!res.writableFinished) closed.abort()
  }
  if (res.closed) check()
  else res.once('close', check)
  return closed.signal
}

/** Receives the body. An invalid body throws when it is read, after the checks that come before the input. */
export async function bodyOf(req: Request, required: boolean): Promise<() => unknown> {
  const received = await receiveBody(req).then(
    (bytes) => ({ bytes }),
    (failure: unknown) => ({ failure }),
  )
  return () => {
    if ('failure' in received) throw received.failure
    const { bytes } = received
    return !required && bytes.length === 0 ? {} : parseJsonBody(req, bytes)
  }
}

interface Confirmed {
  readonly confirmation: Confirmation
  readonly problem?: InvalidRequest
}

const READING: Confirmed = { confirmation: { confirm: false } }

/** Any other value of the header is an error, so that a mistyped confirmation does not become a preview. */
function confirmationOf(req: Request): Confirmed {
  const { 'service-confirm': header, 'service-preview': preview } = req.headers
  if (header === 'true') {
    const key = req.headers['idempotency-key']
    return { confirmation: { confirm: true, key, ...(preview !== undefined && { preview }) } }
  }
  if (header !== undefined && header !== 'false')
    return invalidHeader('Service-Confirm', 'must be true, or absent for a preview')
  // A change that was meant to be confirmed must become neither a preview nor an unconfirmed change of a person.
  if (preview !== undefined) return invalidHeader('Service-Preview', 'goes with Service-Confirm: true')
  return { confirmation: { confirm: header === undefined ? 'unspecified' : false } }
}

function invalidHeader(path: string, message: string): Confirmed {
  return { confirmation: { confirm: false }, problem: new InvalidRequest([{ path, message }]) }
}

const CONFIRMING = { 'Service-Confirm': 'true', 'Idempotency-Key': '<a new key for this intended change>' }
const INSTRUCTIONS =
  'Nothing has changed. To make this change, repeat the identical request with these headers. Repeat it with the same key if the answer is lost: within 24 hours it executes once.'
const WITHIN = ' This preview confirms one change, within ten minutes.'

function howToConfirm(preview: string | undefined) {
  if (preview === undefined) return { headers: CONFIRMING, instructions: INSTRUCTIONS }
  const headers = { ...CONFIRMING, 'Service-Preview': preview }
  return { headers, instructions: INSTRUCTIONS + WITHIN, preview }
}

function send(res: Response, outcome: Outcome, { headersOf }: CallAdditions): void {
  switch (outcome.kind) {
    case 'read':
      if (outcome.details !== undefined)
        for (const [name, value] of headersOf?.(outcome.details) ?? []) res.setHeader(name, value)
      sendJson(res, 200, outcome.answer)
      break
    case 'previewed':
      sendJson(res, 200, { data: outcome.data, meta: { confirm: howToConfirm(outcome.preview), ...outcome.meta } })
      break
    case 'awaiting_approval':
      if (outcome.meta.idempotency.replayed) res.setHeader('Idempotent-Replayed', 'true')
      sendJson(res, 202, { data: outcome.data, meta: outcome.meta })
      break
    case 'executed':
      if (outcome.data.secret !== undefined) keepUncompressed(res)
      if (outcome.meta?.idempotency.replayed) res.setHeader('Idempotent-Replayed', 'true')
      sendJson(res, outcome.creates ? 201 : 200, { data: outcome.data, meta: outcome.meta ?? {} })
      break
  }
}
