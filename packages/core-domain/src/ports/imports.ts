import type { ImportRecord } from '../entities/import.ts'
import type { ImportId, ProductId } from '../ids.ts'
import type { Page, PageRequest } from './paging.ts'

export interface ImportReader {
  /** Oldest first, failed and removed ones included. */
  list(product: ProductId, page: PageRequest): Promise<Page<ImportRecord>>
  /** Of any product. */
  find(id: ImportId): Promise<ImportRecord | undefined>
  /** The import of this content into the product that runs, is complete, or is being removed. */
  findByContent(product: ProductId, content: string): Promise<ImportRecord | undefined>
  /** Those of any product that run or are being removed, oldest first. */
  unfinished(): Promise<readonly ImportRecord[]>
  /** Those of any product whose file waits for a start, oldest first. */
  uploaded(): Promise<readonly ImportRecord[]>
}

export interface ImportRepository extends ImportReader {
  /** Throws `AlreadyExists` where the product has one of this content that runs, is complete, or is being removed. */
  insert(record: ImportRecord): Promise<void>
  /** Replaces what changes of it. Throws `NotFound`, and `AlreadyExists` as `insert` does. */
  put(record: ImportRecord): Promise<void>
  /** Forgets an import whose file was never started. */
  delete(id: ImportId): Promise<void>
}
