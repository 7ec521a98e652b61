import type { ProductId } from '@footfall/core-domain'
import { created } from '../../definition/index.ts'
import type { OperatorOperation } from '../../definition/operator.ts'

interface FinishedImport {
  /** The same whenever the same file is imported into the same product. */
  readonly id: string
  readonly product: ProductId
  readonly events: number
  readonly crawlerHits: number
}

/**
 * Records an import. Its events are in the warehouse, which no transaction here includes, so this follows as a step of its
 * own. A process that ended between the two records it when the same command is run again. Returns undefined for an
 * import that is recorded already.
 */
export const recordImport: OperatorOperation<FinishedImport, FinishedImport> = {
  name: 'import',
  async plan({ tx: { store } }, finished) {
    const { id, product, events, crawlerHits } = finished
    const entryId = `aud_${id}`
    if ((await store.audit.list({ id: entryId, limit: 1 })).length > 0) return undefined
    return {
      product,
      entryId,
      summary: () => `Import ${(events + crawlerHits).toLocaleString('en')} rows from a file.`,
      commit: async () => ({
        result: finished,
        subject: product,
        changes: created({ events, crawler_hits: crawlerHits }),
      }),
    }
  },
}
