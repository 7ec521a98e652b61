import type { Clock, Keyring } from '@footfall/core-domain'
import { BodyRejected, readBody } from '@footfall/http-primitives'
import {
  admitMessages,
  BATCHES_PATH,
  digestOf,
  EVENTS_PATH,
  ForwardedEventBatch,
  ForwardedEvents,
  ForwardedPayment,
  type LocalCollector,
  PAYMENTS_PATH,
  paymentRejection,
  SIGNATURE_HEADER,
  takeForwarded,
  takeForwardedBatch,
} from '@footfall/ingest'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { z } from 'zod'

export interface ReplicaServices {
  /** The collector of this replica, without the others. */
  readonly local: LocalCollector
  /** Origin of this replica, as it is in `REPLICAS` of the others. */
  readonly self: string
  readonly key: Keyring
  readonly clock: Clock
}

const BODY_STATUSES = { too_large: 413, unsupported_encoding: 415, incomplete: 400, damaged: 400 } as const

/** Enough for a hundred events of the maximum size. */
const BODY_BYTES_MAX = 8 * 1024 * 1024

/**
 * Receives the events that other replicas forward to this one. A request that is not signed for this replica, or that is
 * repeated, is answered 401 and its body is not read.
 */
export function replicaRouter({ local, self, key, clock }: ReplicaServices): Router {
  const router = Router()
  const admit = admitMessages({ key, self, clock })
  const admitted: RequestHandler = (req, res, next) => {
    const admission = admit(req.get(SIGNATURE_HEADER), { method: req.method, path: req.originalUrl })
    if (admission === 'rejected') res.status(401).end()
    else if (admission === 'busy') res.status(429).end()
    else {
      res.locals.bodyDigest = admission.bodyDigest
      next()
    }
  }

  /** Returns the message, or undefined after rejecting the request. */
  async function read<Message>(req: Request, res: Response, schema: z.ZodType<Message>): Promise<Message | undefined> {
    const bytes = await readBody(req, { bytesMax: BODY_BYTES_MAX }).catch((error: unknown) => {
      // A body that is too large or incomplete is the sender's mistake.
      if (error instanceof BodyRejected) return error.failure
      throw error
    })
    if (typeof bytes === 'string') {
      res.status(BODY_STATUSES[bytes]).end()
      return undefined
    }
    if (digestOf(bytes) !== res.locals.bodyDigest) {
      res.status(401).end()
      return undefined
    }
    const message = schema.safeParse(JSON.parse(bytes.toString('utf8')))
    if (!message.success) res.status(422).end()
    return message.data
  }

  router.post(EVENTS_PATH, admitted, async (req, res) => {
    const message = await read(req, res, ForwardedEvents)
    if (message) res.json({ outcomes: await takeForwarded(local, message.events) })
  })
  router.post(BATCHES_PATH, admitted, async (req, res) => {
    const message = await read(req, res, ForwardedEventBatch)
    if (message) res.json(await takeForwardedBatch(local, message))
  })
  router.post(PAYMENTS_PATH, admitted, async (req, res) => {
    const message = await read(req, res, ForwardedPayment)
    if (message) res.json(await local.payment(message.product, message.payment, message.key_id).catch(paymentRejection))
  })
  return router
}
