import {
  AlertId,
  type Clock,
  createSealer,
  type DeliverySource,
  type Keyring,
  NotFound,
  type RandomSource,
  ReportId,
  recordChange,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import { z } from 'zod'

const Contents = z.tuple([z.union([ReportId, AlertId]), z.string()])
const LABEL = 'unsubscribe'

/** The right of one address to end the emails of one report or alert. */
export interface Unsubscription {
  readonly source: DeliverySource
  readonly address: string
}

/** Tokens in the links of emails. They are encrypted, since links end up in logs and an address is personal. They do not expire. */
export function unsubscribeTokens(dependencies: { readonly key: Keyring; readonly random: RandomSource }) {
  const sealer = createSealer(dependencies.key, 'unsubscribing', dependencies.random)
  return {
    issue: ({ source, address }: Unsubscription): string => sealer.seal(JSON.stringify([source, address]), LABEL),

    /** Throws `NotFound` for a token that this service did not issue. */
    open(token: string): Unsubscription {
      const contents = sealer.open(token, LABEL)
      if (contents === undefined) throw new NotFound()
      const [source, address] = Contents.parse(JSON.parse(contents))
      return { source, address }
    },
  }
}
export type UnsubscribeTokens = ReturnType<typeof unsubscribeTokens>

export interface UnsubscribeServices {
  readonly store: TransactionalStore
  readonly clock: Clock
  readonly random: RandomSource
}

/** What the page of a link says: the name of the report; undefined for an alert and for a deleted report. */
export async function nameOfSource({ store }: Pick<UnsubscribeServices, 'store'>, source: DeliverySource) {
  const report = ReportId.safeParse(source)
  return report.success ? (await store.scheduledReports.findAny(report.data))?.name : undefined
}

/**
 * Ends emails for one address: those of one source, or of every report and alert. Anyone who has the link of an
 * email may do it, without an account. Doing it again changes nothing.
 */
export async function unsubscribe(
  { store, clock, random }: UnsubscribeServices,
  { source, address }: Unsubscription,
  from: 'this' | 'all',
  origin: { readonly address: string | undefined; readonly requestId: string },
): Promise<void> {
  const report = ReportId.safeParse(source)
  const product = report.success ? (await store.scheduledReports.findAny(report.data))?.subject.product : undefined
  await store.transaction(async (tx) => {
    const ended = from === 'all' ? 'all' : source
    const isNew = await tx.store.emailOptOuts.add(ended, address, timestamp(clock.now()))
    if (!isNew) return
    // An email that waits for another attempt is not sent either.
    await tx.store.deliveries.cancelTo(address, ended)
    await recordChange(
      tx,
      { clock, random },
      {
        actor: { kind: 'anonymous', credential: undefined, account: undefined, lineage: [] },
        operation: 'unsubscribe',
        product,
        subject: source,
        summary:
          from === 'all'
            ? 'An address unsubscribed from all reports and alerts.'
            : 'An address unsubscribed by its email.',
        changes: [{ path: 'target.unsubscribed', from: null, to: address }],
        channel: 'dashboard',
        address: origin.address,
        request_id: origin.requestId,
      },
    )
  })
}
