import { createHash } from 'node:crypto'
import {
  AlreadyExists,
  type Collector,
  InvalidToken,
  NotFound,
  type Payment,
  type PaymentLedger,
  type ProductId,
  type ProductKeyId,
  ServiceUnavailable,
  timestamp,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { dateTime64, sql, text } from '@footfall/warehouse'
import type { z } from 'zod'
import { parsePage } from '../enrich/url.ts'
import { record } from '../log/records.ts'
import type { CollectorParts } from './collect-event.ts'
import { eventRow } from './event-row.ts'
import { occurredAt } from './instants.ts'
import { recognise } from './people.ts'
import type { Visit } from './visits.ts'

export type PaymentInput = z.output<typeof Payment>

export interface PaymentParts extends CollectorParts {
  readonly ledger: PaymentLedger
  readonly engine: Engine
}

export type RecordPayment = Collector['payment']

/** The property that carries the sender's id, by which an owner can find a payment again. */
const PAYMENT_ID_PROPERTY = 'payment_id'
/** Another process may still be writing a claim that is younger than this. */
const CLAIM_LEASE_MS = 30_000

/** Records payments, each id once, whatever fails between the claim of the id and its completion. */
export function paymentRecorder(parts: PaymentParts): RecordPayment {
  const inFlight = new Map<string, Promise<unknown>>()
  return async (product, payment, key) => {
    const name = `${product} ${payment.id}`
    for (let running = inFlight.get(name); running; running = inFlight.get(name)) await running.catch(() => {})
    const recording = recordPayment(parts, product, payment, key)
    inFlight.set(name, recording)
    try {
      return await recording
    } finally {
      inFlight.delete(name)
    }
  }
}

async function recordPayment(
  parts: PaymentParts,
  product: ProductId,
  payment: PaymentInput,
  key: ProductKeyId,
): Promise<{ replayed: boolean }> {
  if (!(await parts.profiles.find(product))) throw new NotFound()
  const now = parts.clock.now()
  const claim = await parts.ledger.claim(product, payment.id, fingerprintOf(payment), timestamp(now), key)
  if (claim.state === 'key_ended') throw new InvalidToken(true)
  if (claim.state === 'different') {
    throw new AlreadyExists('A payment with this id and other content was recorded before.')
  }
  if (claim.state === 'recorded') return { replayed: true }
  const replayed =
    claim.state === 'unfinished' && (await wasWritten(parts, product, payment, Date.parse(claim.claimed_at)))
  if (!replayed) await append(parts, product, payment)
  await parts.ledger.complete(product, payment.id)
  return { replayed }
}

async function append(parts: PaymentParts, product: ProductId, payment: PaymentInput): Promise<void> {
  const salts = payment.visitor && (await parts.salts.salts())
  const now = parts.clock.now()
  const at = occurredAt(payment.occurred_at, now)
  const visit = salts && payment.visitor && visitOf(parts, product, payment.visitor, at, now, salts)
  const { hostname = '', path = '' } = payment.url === undefined ? {} : parsePage(payment.url)
  const facts = {
    product,
    at,
    kind: 'custom',
    name: payment.name,
    hostname,
    path,
    revenue: { amount: payment.amount, currency: payment.currency },
    props: { ...payment.props, [PAYMENT_ID_PROPERTY]: payment.id },
  } as const
  const row = eventRow(facts, visit && parts.visits.step(visit, 'custom', at))
  await parts.log.append([record('events', row)], () => visit && parts.visits.forget(visit))
}

/** The visit that a payment belongs to: the payer's present one, if the payment was made during it. */
function visitOf(
  parts: PaymentParts,
  product: ProductId,
  { address, user_agent }: NonNullable<PaymentInput['visitor']>,
  at: number,
  now: number,
  salts: Parameters<typeof recognise>[1],
): Visit | undefined {
  const { visit } = recognise(parts.visits, salts, { product, address, userAgent: user_agent }, now)
  return visit && visit.startedAt <= at ? visit : undefined
}

/** Whether an earlier try got as far as the log: the event is then either still there or in the engine. */
async function wasWritten(
  parts: PaymentParts,
  product: ProductId,
  payment: PaymentInput,
  claimedAt: number,
): Promise<boolean> {
  const waitMs = claimedAt + CLAIM_LEASE_MS - parts.clock.now()
  if (waitMs > 0) {
    throw new ServiceUnavailable(new Error('the payment is being recorded'), Math.ceil(waitMs / 1000))
  }
  return (await isInLog(parts, product, payment.id)) || (await isInEngine(parts.engine, product, payment, claimedAt))
}

/** In this order: a segment leaves the log only after the engine took it. */
async function isInLog({ log }: PaymentParts, product: ProductId, id: string): Promise<boolean> {
  for (const segment of await log.rotate()) {
    const records = await log.read(segment).catch(() => [])
    for (const { table, product: owner, json } of records) {
      if (table !== 'events' || owner !== product || !json.includes(`"${PAYMENT_ID_PROPERTY}"`)) continue
      if (JSON.parse(json).props[PAYMENT_ID_PROPERTY] === id) return true
    }
  }
  return false
}

async function isInEngine(engine: Engine, product: ProductId, payment: PaymentInput, claimedAt: number) {
  const since = dateTime64(occurredAt(payment.occurred_at, claimedAt) - 1000)
  const found = await engine.rows(
    sql`SELECT 1 AS found FROM events
      WHERE product_id = ${text(product)} AND ts >= ${since} AND kind = 'custom' AND name = ${text(payment.name)}
        AND props[${text(PAYMENT_ID_PROPERTY)}] = ${text(payment.id)}
      LIMIT 1`.text,
    { purpose: 'ingest' },
  )
  return found.length > 0
}

/**
 * The content that an id stands for. The visitor is no part of it: the ledger outlives the salts, and a hash of an
 * address without a salt would give the address away.
 */
function fingerprintOf({ amount, currency, name, url, occurred_at, props }: PaymentInput): string {
  const properties = Object.entries(props ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const content = JSON.stringify([amount, currency, name, url ?? null, occurred_at ?? null, properties])
  return createHash('sha256').update(content).digest('hex')
}
