import type { EventExport } from '@footfall/core-domain'
import type { Access, PrincipalKind } from '@footfall/scopes-policy'
import { z } from 'zod'
import type { ProductWriteCall, Services } from './call.ts'
import type { OwnErrorCode } from './errors.ts'
import { type Declaration, declared, type InputOf, PEOPLE_ONLY, type Shape } from './operation.ts'

/** A file for a person to keep, made while it is read. */
export interface Download {
  readonly filename: string
  readonly contentType: string
  /** What the audit log says of it. */
  readonly summary: string
  readonly body: AsyncIterable<Uint8Array>
}

export interface DownloadServices extends Services {
  readonly exports: EventExport
}

export interface DownloadCall extends Omit<ProductWriteCall, 'reports'> {
  readonly exports: EventExport
  /** Aborted when the reader is gone. */
  readonly signal: AbortSignal
}

/** An operation that answers a file instead of JSON. It changes nothing; the audit log records that it was made. */
export interface DownloadOperation extends Access {
  readonly kind: 'download'
  readonly name: string
  readonly method: 'GET'
  readonly path: string
  readonly product: 'path'
  readonly title: string
  readonly description: string
  readonly allowedPrincipals: ReadonlySet<PrincipalKind>
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly errors: readonly OwnErrorCode[]
  run(call: DownloadCall, input: unknown): Promise<Download>
}

interface DownloadSpec<Query extends Shape> extends Omit<Declaration<'path'>, 'product' | 'allowedPrincipals'> {
  readonly query: Query
  run(call: DownloadCall, input: InputOf<Query>): Promise<Download>
}

/** Defines a file that people may download in the dashboard. */
export function defineDownload<Query extends Shape>(spec: DownloadSpec<Query>): DownloadOperation {
  return {
    ...declared({ ...spec, product: 'path', allowedPrincipals: PEOPLE_ONLY }),
    path: spec.path,
    title: spec.title,
    description: spec.description,
    kind: 'download',
    method: 'GET',
    params: z.strictObject({}),
    query: z.strictObject(spec.query),
    // `download` passes what the schema parsed.
    run: (call, input) => spec.run(call, input as InputOf<Query>),
  }
}
