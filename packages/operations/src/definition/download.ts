import type { EventExport } from '@footfall/core-domain'
import { type Access, accessTo, type OperationName, type PrincipalKind } from '@footfall/scopes-policy'
import { z } from 'zod'
import type { ProductWriteCall, Services } from './call.ts'
import type { InputOf } from './operation.ts'

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

export interface DownloadCall extends ProductWriteCall {
  readonly exports: EventExport
  /** Aborted when the reader is gone. */
  readonly signal: AbortSignal
}

/** An operation that answers a file instead of JSON. It changes nothing, and the audit log keeps that it was made. */
export interface DownloadOperation {
  readonly kind: 'download'
  readonly name: OperationName
  readonly method: 'GET'
  readonly path: string
  readonly product: 'path'
  readonly title: string
  readonly description: string
  readonly access: Access
  readonly openTo: ReadonlySet<PrincipalKind>
  readonly query: z.ZodObject
  run(call: DownloadCall, input: unknown): Promise<Download>
}

interface DownloadSpec<Query extends z.ZodRawShape>
  extends Pick<DownloadOperation, 'name' | 'path' | 'title' | 'description'> {
  readonly query: Query
  run(call: DownloadCall, input: InputOf<Query>): Promise<Download>
}

export function defineDownload<Query extends z.ZodRawShape>(spec: DownloadSpec<Query>): DownloadOperation {
  return {
    ...spec,
    kind: 'download',
    method: 'GET',
    product: 'path',
    access: accessTo(spec.name),
    openTo: new Set<PrincipalKind>(['session']),
    query: z.strictObject(spec.query),
    // `download` hands over what the schema parsed.
    run: (call, input) => spec.run(call, input as InputOf<Query>),
  }
}
