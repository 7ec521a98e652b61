import type { ImportFormat, ImportRecord } from '../entities/import.ts'
import type { ImportSource } from '../entities/import-sources.ts'
import type { ProductId } from '../ids.ts'
import type { Transaction } from './store.ts'

/** What a person says of a file that they upload. */
export interface UploadedFile {
  readonly name: string
  readonly source?: ImportSource | undefined
  readonly site?: string | undefined
  readonly format?: ImportFormat | undefined
  readonly skipInvalid: boolean
  /** Of the file, where the sender says it. */
  readonly bytes?: number | undefined
}

/** Takes files that shall be imported. */
export interface ImportUploads {
  /**
   * Stores a file and reads it once. The record says what would come in; a file that the product had waiting is replaced.
   * Throws `InvalidRequest` for a file that is rejected, `PayloadTooLarge`, `AlreadyExists` while another file of the
   * product is on its way or this one was imported, and `ServiceUnavailable` where there is no room for it.
   */
  receive(
    product: ProductId,
    file: UploadedFile,
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
    /** Called in the transaction that stores the record. */
    recorded: (tx: Transaction, record: ImportRecord) => Promise<void>,
  ): Promise<ImportRecord>
}
