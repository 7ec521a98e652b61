import { type ExportedVisitorEvent, eraseVisitor, visitorCountStatement, visitorEvents } from '@footfall/analytics'
import {
  type Clock,
  DAY_MS,
  HOUR_MS,
  type Logger,
  MINUTE_MS,
  NotFound,
  type ProductId,
  pseudonymsOf,
  type RandomSource,
  type TransactionalStore,
  timestamp,
  type VisitorErasure,
  VisitorName,
} from '@footfall/core-domain'
import { recordOperatorChange } from '@footfall/operations'
import type { Engine } from '@footfall/warehouse'
import { z } from 'zod'
import type { OperatorRoutes } from '../operator-socket/serve-operator.ts'

/** Exports and erases what is kept of identified visitors. */
export interface VisitorData {
  /** Deletes what is kept of a visitor, and what arrives of them later. Throws `NotFound` for a missing product. */
  erase(product: string, name: string): Promise<ErasedVisitor>
  /** Throws `NotFound` for a missing product. */
  events(product: string, name: string): Promise<readonly ExportedVisitorEvent[]>
  /** Deletes for the erasures that are due, one after another, of the owning accounts in turn. */
  eraseDue(): Promise<void>
}

/** What was stored when the erasure was requested. */
export const ErasedVisitor = z.object({ events: z.number(), visits: z.number() })
export type ErasedVisitor = z.infer<typeof ErasedVisitor>

/** What a running service answers to the route below. */
export const VisitorEvents = z.object({ events: z.array(z.record(z.string(), z.unknown())) })

export interface VisitorDataOptions {
  readonly store: Pick<TransactionalStore, 'transaction' | 'products' | 'visitorKeys'>
  readonly engine: Engine
  readonly clock: Clock
  readonly random: RandomSource
  /** Called for each product whose events changed. */
  readonly bump?: (product: ProductId) => void
  readonly log?: Pick<Logger, 'info'>
}

/** Longer than deleting takes, so that no other replica repeats it. */
const LEASE_MS = HOUR_MS
const RETRY_AFTER_MS = MINUTE_MS
/** The ingest log of a replica that was down may hold events of the visitor for this long. */
const REPEATED_FOR_MS = 30 * DAY_MS

export function createVisitorData({ store, engine, clock, random, bump, log }: VisitorDataOptions): VisitorData {
  async function namedVisitor(product: string, name: string) {
    const found = (await store.products.all()).find(({ id }) => id === product)
    if (found === undefined) throw new NotFound()
    const visitors = pseudonymsOf(found.id, await store.visitorKeys.find(found.id), VisitorName.parse(name))
    return { product: found.id, productName: found.name, visitors }
  }

  async function eraseOne(erasure: VisitorErasure): Promise<void> {
    const { product, visitor, asked_at } = erasure
    const askedMs = Date.parse(asked_at)
    const postpone = (until: number) =>
      store.transaction((tx) => tx.store.visitorErasures.postpone(erasure, timestamp(until)))
    const rows = await eraseVisitor(engine, { product, visitor, untilMs: askedMs }).catch(async (error: unknown) => {
      await postpone(clock.now() + RETRY_AFTER_MS)
      throw error
    })
    if (rows > 0) {
      bump?.(product)
      log?.info({ product, rows }, 'erased a visitor')
    }
    const sinceMs = clock.now() - askedMs
    if (sinceMs >= REPEATED_FOR_MS) await store.transaction((tx) => tx.store.visitorErasures.finish(erasure))
    else await postpone(clock.now() + Math.max(sinceMs, RETRY_AFTER_MS))
  }

  async function eraseDue(): Promise<void> {
    // Of each account in turn, so that none waits for all visitors of another.
    let after: string | undefined
    for (;;) {
      const now = clock.now()
      const due = await store.transaction((tx) =>
        tx.store.visitorErasures.take(timestamp(now), timestamp(now + LEASE_MS), after),
      )
      if (due === undefined) return
      after = due.turn
      await eraseOne(due)
    }
  }

  return {
    eraseDue,
    async erase(product, name) {
      const visitor = await namedVisitor(product, name)
      const [count] = await engine.rows<{ events: string; visits: string }>(visitorCountStatement(visitor).text)
      const asked_at = timestamp(clock.now())
      await store.transaction(async (tx) => {
        for (const pseudonym of visitor.visitors)
          await tx.store.visitorErasures.enqueue({ product: visitor.product, visitor: pseudonym, asked_at })
        await recordOperatorChange(
          tx,
          { clock, random },
          {
            operation: 'visitor erase',
            product: visitor.product,
            subject: visitor.product,
            summary: `Erase a visitor of “${visitor.productName}”, with all events of their visits.`,
            changes: [],
          },
        )
      })
      await eraseDue()
      return { events: Number(count?.events ?? 0), visits: Number(count?.visits ?? 0) }
    },
    async events(product, name) {
      const visitor = await namedVisitor(product, name)
      const bytes = Buffer.from(random.bytes(16))
      const key = [bytes.readBigUInt64LE(0), bytes.readBigUInt64LE(8)] as const
      const events: ExportedVisitorEvent[] = []
      for await (const some of visitorEvents(engine, visitor, key)) events.push(...some)
      return events
    },
  }
}

/** What an operator may ask a running service about visitors. */
export function visitorRoutes(visitors: VisitorData): OperatorRoutes {
  const asked = (query: URLSearchParams) => [query.get('product') ?? '', query.get('visitor') ?? ''] as const
  return {
    'GET /visitors/events': async ({ query }) => ({ events: await visitors.events(...asked(query)) }),
    'POST /visitors/erase': async ({ query }) => visitors.erase(...asked(query)),
  }
}
