import type { IncomingMessage, ServerResponse } from 'node:http'

/** A middleware for requests and responses of Node, for any framework with `next`. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

type Step<Req, Res> = (req: Req, res: Res, next: (error?: unknown) => void) => void

/** Several middlewares as one, which a framework then calls once instead of finding each of them again. */
export function inTurn<Req, Res>(steps: readonly Step<Req, Res>[]): Step<Req, Res> {
  return (req, res, done) => {
    let at = 0
    const next = (error?: unknown): void => {
      const step = error === undefined ? steps[at++] : undefined
      if (step === undefined) done(error)
      else step(req, res, next)
    }
    next()
  }
}
