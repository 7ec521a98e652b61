import type { EngineShare, EventExport } from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductWriteCall, Services } from './call.ts'
import {
  type FileDeclaration,
  type FileOperation,
  fileParts,
  type InputOf,
  type NoFields,
  type Shape,
} from './operation.ts'

/** A file, made while it is read. */
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

/** An operation that returns a file instead of JSON. It changes nothing; the audit log records the download. */
export interface DownloadOperation extends FileOperation {
  readonly kind: 'download'
  /** POST if it takes a body, for values that must not be in an address, since addresses are logged. */
  readonly method: 'GET' | 'POST'
  readonly body: z.ZodObject | undefined
  run(call: DownloadCall, input: unknown): Promise<Download>
}

interface DownloadSpec<Query extends Shape, Body extends Shape> extends FileDeclaration<Query> {
  readonly body?: Body
  run(call: DownloadCall, input: InputOf<Query> & InputOf<Body>): Promise<Download>
}

/** Defines a file that people may download in the dashboard. */
export function defineDownload<Query extends Shape = NoFields, Body extends Shape = NoFields>(
  spec: DownloadSpec<Query, Body>,
): DownloadOperation {
  return {
    ...fileParts(spec),
    kind: 'download',
    method: spec.body === undefined ? 'GET' : 'POST',
    body: spec.body && z.strictObject(spec.body),
    // `download` passes what the schema parsed.
    run: (call, input) => spec.run(call, input as InputOf<Query> & InputOf<Body>),
  }
}
