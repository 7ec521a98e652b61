import { existing, type ImportId, type ImportRecord, timestamp } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'

/**
 * Begins the removal of an import. Its rows are in the warehouse, outside of the transaction: the caller deletes them afterwards,
 * or the service if the caller stopped. Returns undefined for an import that is already removed.
 */
export const removeImportAsOperator: OperatorOperation<{ readonly id: ImportId }, ImportRecord> = {
  name: 'import remove',
  async plan({ tx: { store }, clock }, { id }) {
    const record = existing(await store.imports.find(id))
    if (record.status === 'removing' || record.status === 'removed') return undefined
    return {
      product: record.product,
      summary: () => `Remove the import of “${record.file_name}”, with ${record.rows.toLocaleString('en')} rows.`,
      async commit() {
        const result: ImportRecord = { ...record, status: 'removing', updated_at: timestamp(clock.now()) }
        await store.imports.put(result)
        return { result, subject: id, changes: [{ path: 'status', from: record.status, to: result.status }] }
      },
    }
  },
}
