import type { EngineShare, EventExport } from '@footfall/core-domain'
import type { Access, PrincipalKind } from '@footfall/scopes-policy'
import { z } from 'zod'
import type { ProductWriteCall, Services } from './call.ts'
import type { OwnErrorCode } from './errors.ts'
import {
  type Audited,
  type Declaration,
  declared,
  type InputOf,
  type NoFields,
  PEOPLE_ONLY,
  type Shape,
} from './operation.ts'

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
  /** Whose share of the engine the file uses. */
  readonly share: EngineShare
  /** Aborted when the reader is gone. */
  readonly signal: AbortSignal
}

/** An operation that answers a file instead of JSON. It changes nothing; the audit log records that it was made. */
export interface DownloadOperation extends Access, Audited {
  readonly kind: 'download'
  readonly name: string
  /** POST where it takes a body: what must be in no address, since addresses are logged. */
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly product: 'path'
  readonly title: string
  readonly description: string
  readonly allowedPrincipals: ReadonlySet<PrincipalKind>
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly body: z.ZodObject | undefined
  readonly errors: readonly OwnErrorCode[]
  run(call: DownloadCall, input: unknown): Promise<Download>
}

interface DownloadSpec<Query extends Shape, Body extends Shape>
  extends Omit<Declaration<'path'>, 'product' | 'allowedPrincipals'>,
    Audited {
  readonly query?: Query
  readonly body?: Body
  run(call: DownloadCall, input: InputOf<Query> & InputOf<Body>): Promise<Download>
}

/** Defines a file that people may download in the dashboard. */
export function defineDownload<Query extends Shape = NoFields, Body extends Shape = NoFields>(
  spec: DownloadSpec<Query, Body>,
): DownloadOperation {
  return {
    ...declared({ ...spec, product: 'path', allowedPrincipals: PEOPLE_ONLY }),
    path: spec.path,
    title: spec.title,
    activity: spec.activity,
    description: spec.description,
    kind: 'download',
    method: spec.body === undefined ? 'GET' : 'POST',
    params: z.strictObject({}),
    query: z.strictObject(spec.query ?? {}),
    body: spec.body && z.strictObject(spec.body),
    // `download` passes what the schemas parsed.
    run: (call, input) => spec.run(call, input as InputOf<Query> & InputOf<Body>),
  }
}
