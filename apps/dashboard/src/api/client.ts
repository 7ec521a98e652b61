import createClient from 'openapi-fetch'
import { takeEarly } from './early-answers.ts'
import { problemOf, unreachable } from './problem.ts'
import { repeatAfterReauthentication } from './repeat.ts'
import type { paths } from './schema.ts'

/** Every route of the service, typed from its OpenAPI document. Wrap each call in `answer`, `executed` or `previewed`. */
export const api = createClient<paths>({
  baseUrl: '',
  credentials: 'same-origin',
  cache: 'no-store',
  querySerializer: { array: { style: 'form', explode: false } },
  fetch: (request) => takeEarly(request) ?? fetch(request),
})

api.use(repeatAfterReauthentication())

/** Requests a preview: the write answers what it would change, and changes nothing. */
export const PREVIEW = { 'Service-Confirm': 'false' } as const

interface Call<T> {
  readonly data?: T
  readonly error?: unknown
  readonly response: Response
}

/** The whole body `{ data, meta, page }` of a success. Throws `ApiProblem` for any other answer. */
export async function answer<T>(call: Promise<Call<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    // An aborted request is not a problem to show.
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw unreachable(cause)
  })
  if (data !== undefined && data !== null) return data
  throw problemOf(response.status, error)
}

/** Sends a write with the options of a preview, or with none to execute it: `(options) => api.PUT(path, { ...options })`. */
export type Send<Result> = (options: SendOptions) => Promise<Call<Write<Result>>>

export interface SendOptions {
  readonly headers?: typeof PREVIEW
}

interface Write<Result> {
  readonly data:
    | { readonly state: 'previewed'; readonly summary: string; readonly warnings: readonly string[] }
    | { readonly state: 'executed'; readonly result: Result | null; readonly secret?: string }
    // Never of a session.
    | { readonly state: 'awaiting_approval' }
}

interface WriteBody {
  readonly data: { readonly state: string }
}

type Executed<T extends WriteBody> = Extract<T['data'], { state: 'executed' }>
type WithResult<Done> = Done extends { result: infer Result } ? Done & { result: NonNullable<Result> } : Done

/** What a write did: `{ state: 'executed', operation, result, secret? }`. */
export async function executed<T extends WriteBody>(call: Promise<Call<T>>): Promise<WithResult<Executed<T>>> {
  // Only a confirmation resolved by an operator has no result, and sessions write without confirming.
  return inState(await answer(call), 'executed') as WithResult<Executed<T>>
}

/** What a write sent with the header `PREVIEW` would do: `{ state: 'previewed', summary, changes, warnings, revision }`. */
export async function previewed<T extends WriteBody>(
  call: Promise<Call<T>>,
): Promise<Extract<T['data'], { state: 'previewed' }>> {
  return inState(await answer(call), 'previewed')
}

function inState<T extends WriteBody, State extends string>(
  body: T,
  state: State,
): Extract<T['data'], { state: State }> {
  if (body.data.state !== state) throw new TypeError(`Expected a write in state ${state}, got ${body.data.state}.`)
  return body.data as Extract<T['data'], { state: State }>
}
