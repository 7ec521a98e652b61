import type { ImportUploads, Transaction } from '@footfall/core-domain'
import type { z } from 'zod'
import type { ProductWriteCall, Services } from './call.ts'
import { type FileDeclaration, type FileOperation, fileParts, type InputOf, type Shape } from './operation.ts'

/** A file that is being sent. */
export interface Upload {
  readonly body: AsyncIterable<Uint8Array>
  /** The size that the sender declares; undefined if it declares none. */
  readonly bytes: number | undefined
  /** Aborted when the sender is gone. */
  readonly signal: AbortSignal
}

export interface UploadServices extends Services {
  readonly uploads: ImportUploads
}

export interface UploadCall extends Omit<ProductWriteCall, 'reports'> {
  readonly uploads: ImportUploads
  readonly upload: Upload
  /** Adds the audit entry. Called in the transaction that stores the result, so that both commit together. */
  audit(tx: Transaction, entry: { readonly subject: string; readonly summary: string }): Promise<void>
}

/** An operation that takes a file instead of JSON. The file is read as it arrives, so it is never in memory as a whole. */
export interface UploadOperation extends FileOperation {
  readonly kind: 'upload'
  readonly method: 'POST'
  readonly output: z.ZodType
  /** Returns the result of the upload. */
  run(call: UploadCall, input: unknown): Promise<unknown>
}

interface UploadSpec<Query extends Shape> extends FileDeclaration<Query> {
  readonly output: z.ZodType
  run(call: UploadCall, input: InputOf<Query>): Promise<unknown>
}

/** Defines a file that people may upload in the dashboard. */
export function defineUpload<Query extends Shape>(spec: UploadSpec<Query>): UploadOperation {
  return {
    ...fileParts(spec),
    kind: 'upload',
    method: 'POST',
    output: spec.output,
    // `upload` passes what the schema parsed.
    run: (call, input) => spec.run(call, input as InputOf<Query>),
  }
}
