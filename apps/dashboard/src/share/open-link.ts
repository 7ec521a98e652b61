import type { Middleware } from 'openapi-fetch'
import * as z from 'zod/mini'
import { type ApiProblem, problemOf, unreachable } from '../api/problem.ts'
import { readStored, writeStored } from '../session/browser-storage.ts'

const Opened = z.object({
  state: z.literal('open'),
  proof: z.nullable(z.string()),
  product: z.object({ id: z.string(), name: z.string(), timezone: z.string() }),
  sections: z.array(z.enum(['overview', 'goals', 'funnels', 'realtime', 'search', 'crawlers'])),
  preferences: z.object({
    timezone: z.string(),
    week_starts_on: z.string(),
    default_range: z.string(),
    currency: z.string(),
    visitor_identity: z.string(),
  }),
})
const Answer = z.object({
  data: z.discriminatedUnion('state', [Opened, z.object({ state: z.literal('password_required') })]),
})

/** What a shared link shows, and the proof that its password was given. */
export type OpenedLink = z.output<typeof Opened>
type LinkAnswer = z.output<typeof Answer>['data']

/** A shared link in this tab. */
export interface LinkSession {
  /** Asks what the link shows, with a password where one was typed. Throws `ApiProblem`. */
  open(password?: string): Promise<LinkAnswer>
  /** Sends the calls of the API in the name of the link. */
  readonly middleware: Middleware
}

/** Kept for as long as the tab is open. Browsers may forbid it to framed pages, which then ask again after a reload. */
const PROOF = 'footfall.share'

export function linkSession(secret: string): LinkSession {
  let proof = readStored(PROOF, 'sessionStorage')
  let opened: OpenedLink | undefined
  const authorization = () => `Footfall-Share ${secret}${proof === undefined ? '' : `.${proof}`}`
  return {
    async open(password) {
      const answer = await post(authorization(), password === undefined ? {} : { password })
      if (answer.state === 'open') {
        opened = answer
        proof = answer.proof ?? undefined
        writeStored(PROOF, proof, 'sessionStorage')
      }
      return answer
    },
    middleware: {
      onRequest({ request, schemaPath }) {
        const known = opened && knownAnswer(schemaPath, opened)
        if (known !== undefined) return Response.json(known)
        const headers = new Headers(request.headers)
        headers.set('Authorization', authorization())
        return new Request(request, { headers, credentials: 'omit' })
      },
    },
  }
}

/** What the pages of a product ask about the product, and a link may not ask the service. */
function knownAnswer(path: string, { product, preferences }: OpenedLink): object | undefined {
  switch (path) {
    case '/api/v1/products':
      return { data: [{ ...product, role: 'viewer' }], page: { limit: 1, next_cursor: null } }
    case '/api/v1/products/{product}/preferences':
      return { data: preferences }
    default:
      return undefined
  }
}

async function post(authorization: string, body: object): Promise<LinkAnswer> {
  const response = await fetch('/share/open', {
    method: 'POST',
    headers: { Authorization: authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    cache: 'no-store',
  }).catch((cause: unknown) => {
    throw unreachable(cause)
  })
  const content: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw problemOf(response.status, content)
  return Answer.parse(content).data
}

/** Whether a link does not exist, or no longer works. */
export function isGone(problem: ApiProblem): boolean {
  return problem.status === 404 || problem.status === 401
}
