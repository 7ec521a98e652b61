import { existing, type SharedLink, type ShareId, timestamp } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'

/** Returns undefined for a link that has ended already. */
export const endShareAsOperator: OperatorOperation<{ readonly id: ShareId }, SharedLink> = {
  name: 'share end',
  async plan({ tx: { store }, clock }, { id }) {
    const { link, product } = existing(await store.sharedLinks.findRecord(id))
    if (link.status === 'ended') return undefined
    return {
      product,
      summary: () => `End the shared link “${link.name}”.`,
      async commit() {
        const result = await store.sharedLinks.end(product, id, timestamp(clock.now()))
        return { result, subject: id, changes: [{ path: 'status', from: link.status, to: 'ended' }] }
      },
    }
  },
}
