import { createHash } from 'node:crypto'
import {
  AlreadyExists,
  type Collector,
  InvalidRequest,
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
import { isPageAddress, parsePage } from '../enrich/url.ts'
import { eventOf, eventRecord } from '../log/records.ts'
import type { CollectorDependencies } from './collect-event.ts'
import { eventColumns, eventTexts, kindOf, NO_ATTRIBUTES, propsText } from './event-row.ts'
import { occurredAt } from './instants.ts'
import { pseudonymsOf, recognizeVisitor } from './recognize-visitor.ts'
import type { TrackedProfile } from './tracked-profiles.ts'
import { addEngagement, undoAll } from './traffic.ts'
import type { Visit } from './visits.ts'

export type PaymentInput = z.output<typeof Payment>

export interface PaymentDependencies extends CollectorDependencies {
  readonly ledger: PaymentLedger
  readonly engine: Engine
}

export type RecordPayment = Collector['payment']

/** Property with the sender’s id, by which an owner finds a payment. */
const PAYMENT_ID_PROPERTY = 'payment_id'
/** A younger claim may still be in progress in another process. */
const CLAIM_LEASE_MS = 30_000

/** Records each payment id exactly once, whatever fails between the claim of the id and its completion. */
export function paymentRecorder(dependencies: PaymentDependencies): RecordPayment {
  const inFlight = new Map<string, Promise<unknown>>()
  return async (product, payment, key) => {
    const name = `${product} ${payment.id}`
    for (let running = inFlight.get(name); running; running = inFlight.get(name)) await running.catch(() => {})
    const recording = recordPayment(dependencies, product, payment, key)
    inFlight.set(name, recording)
    try {
      return await recording
    } finally {
      inFlight.delete(name)
    }
  }
}

async function recordPayment(
  dependencies: PaymentDependencies,
  product: ProductId,
  payment: PaymentInput,
  key: ProductKeyId,
): Promise<{ replayed: boolean }> {
  const profile = await dependencies.profiles.find(product)
  if (!profile) throw new NotFound()
  assertOwnName(payment)
  const now = dependencies.clock.now()
  const claimAs = (content: PaymentContent) =>
    dependencies.ledger.claim(product, payment.id, fingerprintOf(content), timestamp(now), key)
  const first = await claimAs(comparable(payment))
  // Payments that were recorded before values were compared have the fingerprint of what was sent.
  const claim = first.state === 'different' ? await claimAs(payment) : first
  if (claim.state === 'key_ended') throw new InvalidToken(true)
  if (claim.state === 'different') {
    throw new AlreadyExists('A payment with this id and other content was recorded before.')
  }
  if (claim.state === 'recorded') return { replayed: true }
  const replayed =
    claim.state === 'unfinished' && (await wasWritten(dependencies, product, payment, Date.parse(claim.claimed_at)))
  if (!replayed) await append(dependencies, profile, payment)
  await dependencies.ledger.complete(product, payment.id)
  return { replayed }
}

async function append(
  dependencies: PaymentDependencies,
  { product, preferences }: TrackedProfile,
  payment: PaymentInput,
): Promise<void> {
  const { salts, nowMs } = payment.visitor ? await dependencies.salts.now() : { nowMs: dependencies.clock.now() }
  const at = occurredAt(payment.occurred_at, nowMs)
  const visit = salts && payment.visitor && visitOf(dependencies, product, payment.visitor, at, nowMs, salts)
  const { url } = payment
  const { hostname = '', path = '' } =
    url !== undefined && isPageAddress(url) ? parsePage(url, preferences.path_rules) : {}
  const facts = {
    product,
    at,
    kind: 'custom',
    name: nameOf(payment),
    hostname,
    path,
    revenue: { amount: payment.amount, currency: payment.currency },
    props: propsText(payment.props),
  } as const
  const moved = visit ? addEngagement(visit, nowMs) : []
  const described = eventColumns(facts, visit && dependencies.visits.step(visit, 'custom', at))
  // The id is the sender’s and stays as it is: by it the payment is found again.
  const row = { ...described, props: { ...described.props, [PAYMENT_ID_PROPERTY]: payment.id } }
  const event = eventRecord(row, visit?.attributes ?? NO_ATTRIBUTES)
  await dependencies.log.append([...moved.map(({ record }) => record), event], () => {
    undoAll(moved)
    if (visit) dependencies.visits.forget(visit)
  })
}

/** The payer’s current visit, if the payment was made during it. */
function visitOf(
  dependencies: PaymentDependencies,
  product: ProductId,
  { address, user_agent }: NonNullable<PaymentInput['visitor']>,
  at: number,
  now: number,
  salts: Parameters<typeof recognizeVisitor>[1],
): Visit | undefined {
  const payer = pseudonymsOf({ product, address, userAgent: user_agent })
  const { visit } = recognizeVisitor(dependencies.visits, salts, product, payer, now)
  return visit && visit.startedAt <= at ? visit : undefined
}

/** Whether an earlier attempt wrote the event to the log: then it is still there or in the engine. */
async function wasWritten(
  dependencies: PaymentDependencies,
  product: ProductId,
  payment: PaymentInput,
  claimedAt: number,
): Promise<boolean> {
  const waitMs = claimedAt + CLAIM_LEASE_MS - dependencies.clock.now()
  if (waitMs > 0) {
    throw new ServiceUnavailable(new Error('the payment is being recorded'), Math.ceil(waitMs / 1000))
  }
  return (
    (await isInLog(dependencies, product, payment.id)) ||
    (await isInEngine(dependencies.engine, product, payment, claimedAt))
  )
}

/** Checked before the engine: a segment is removed from the log only after the engine has it. */
async function isInLog({ log }: PaymentDependencies, product: ProductId, id: string): Promise<boolean> {
  for (const segment of await log.rotate()) {
    const records = await log.read(segment).catch(() => [])
    for (const found of records) {
      if (found.product !== product || !found.text.includes(PAYMENT_ID_PROPERTY)) continue
      if (eventOf(found)?.props[PAYMENT_ID_PROPERTY] === id) return true
    }
  }
  return false
}

async function isInEngine(engine: Engine, product: ProductId, payment: PaymentInput, claimedAt: number) {
  const since = dateTime64(occurredAt(payment.occurred_at, claimedAt) - 1000)
  const found = await engine.rows(
    sql`SELECT 1 AS found FROM events
      WHERE product_id = ${text(product)} AND ts >= ${since} AND kind = 'custom' AND name = ${text(nameOf(payment))}
        AND props[${text(PAYMENT_ID_PROPERTY)}] = ${text(payment.id)}
      LIMIT 1`.text,
    { purpose: 'ingest' },
  )
  return found.length > 0
}

function nameOf(payment: PaymentInput): string {
  return eventTexts(payment.name, undefined).name
}

/** Rows and filters by event would count a payment with such a name as what the browser script reports. */
function assertOwnName(payment: PaymentInput): void {
  if (kindOf(nameOf(payment)) === 'custom') return
  throw new InvalidRequest([{ path: 'name', message: 'is the name of something that the browser script reports' }])
}

/**
 * The content that the id stands for. The visitor is excluded: the ledger outlives the salts, and an unsalted hash of
 * an address would reveal the address.
 */
type PaymentContent = Pick<PaymentInput, 'amount' | 'currency' | 'name' | 'url' | 'occurred_at' | 'props'>

/** The content with one text for each amount and each instant. */
function comparable(payment: PaymentInput): PaymentContent {
  const { amount, occurred_at } = payment
  return {
    ...payment,
    amount: shortest(amount),
    occurred_at: occurred_at === undefined ? undefined : timestamp(Date.parse(occurred_at)),
  }
}

/** `10` of `10.00` and of `010`. */
function shortest(amount: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(amount) ?? []
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

function fingerprintOf({ amount, currency, name, url, occurred_at, props }: PaymentContent): string {
  const properties = Object.entries(props ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const content = JSON.stringify([amount, currency, name, url ?? null, occurred_at ?? null, properties])
  return createHash('sha256').update(content).digest('hex')
}
