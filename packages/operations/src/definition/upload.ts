import type { ImportUploads, Transaction } from '@footfall/core-domain'
import type { Access, PrincipalKind } from '@footfall/scopes-policy'
import { z } from 'zod'
import type { ProductWriteCall, Services } from './call.ts'
import type { OwnErrorCode } from './errors.ts'
import { type Audited, type Declaration, declared, type InputOf, PEOPLE_ONLY, type Shape } from './operation.ts'

/** A file on its way in. */
export interface Upload {
  readonly body: AsyncIterable<Uint8Array>
  /** As the sender says; undefined where it does not. */
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
  /** Adds the audit entry. Called in the transaction that stores what was made of the file, so that neither is without the other. */
  audit(tx: Transaction, entry: { readonly subject: string; readonly summary: string }): Promise<void>
}

/** An operation that takes a file instead of JSON. It is read as it comes, so it is never in memory as a whole. */
export interface UploadOperation extends Access, Audited {
  readonly kind: 'upload'
  readonly name: string
  readonly method: 'POST'
  readonly path: string
  readonly product: 'path'
  readonly title: string
  readonly description: string
  readonly allowedPrincipals: ReadonlySet<PrincipalKind>
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly output: z.ZodType
  readonly errors: readonly OwnErrorCode[]
  /** Answers what was made of the file. */
  run(call: UploadCall, input: unknown): Promise<unknown>
}

interface UploadSpec<Query extends Shape> extends Omit<Declaration<'path'>, 'product' | 'allowedPrincipals'>, Audited {
  readonly query: Query
  readonly output: z.ZodType
  run(call: UploadCall, input: InputOf<Query>): Promise<unknown>
}

/** Defines a file that people may upload in the dashboard. */
export function defineUpload<Query extends Shape>(spec: UploadSpec<Query>): UploadOperation {
  return {
    ...declared({ ...spec, product: 'path', allowedPrincipals: PEOPLE_ONLY }),
    path: spec.path,
    title: spec.title,
    activity: spec.activity,
    description: spec.description,
    kind: 'upload',
    method: 'POST',
    params: z.strictObject({}),
    query: z.strictObject(spec.query),
    output: spec.output,
    // `upload` passes what the schema parsed.
    run: (call, input) => spec.run(call, input as InputOf<Query>),
  }
}
