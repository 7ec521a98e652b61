import { existing, type ImportId, type ImportRecord, timestamp } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'

/**
 * Begins the removal of an import. Its rows are in the warehouse, which no transaction here includes; whoever asked
 * deletes them afterwards, and the service does where that broke off. Returns undefined for one that is removed already.
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
