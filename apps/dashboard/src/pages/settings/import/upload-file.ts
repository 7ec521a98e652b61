import { problemOf, unreachable } from '../../../api/problem.ts'
import type { ImportSource } from '../../../statistics/import-source.ts'

/** Empty for what the service recognizes by the content of the file. */
export type UploadSource = '' | ImportSource
/** Of a file of events; empty for what its name shows. */
export type UploadFormat = '' | 'ndjson' | 'csv' | 'parquet'

export interface UploadRequest {
  readonly product: string
  readonly file: File
  readonly source: UploadSource
  readonly format: UploadFormat
  readonly site: string
  readonly skipInvalid: boolean
  /** 0 to 1. */
  readonly onProgress: (sent: number) => void
}

/** Sends a file, which the service stores and reads. Throws `ApiProblem`. With XMLHttpRequest, since `fetch` tells no progress of a body. */
export function uploadFile({
  product,
  file,
  source,
  format,
  site,
  skipInvalid,
  onProgress,
}: UploadRequest): Promise<void> {
  const query = new URLSearchParams({ name: file.name })
  if (source !== '') query.set('source', source)
  if (format !== '') query.set('format', format)
  if (site !== '') query.set('site', site)
  if (skipInvalid) query.set('skip_invalid', 'true')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = new XMLHttpRequest()
  request.open('POST', `/api/v1/products/${product}/imports/upload?${query}`)
  request.setRequestHeader('Content-Type', 'application/octet-stream')
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total))
  request.addEventListener('load', () => {
    if (request.status === 201) resolve()
    else reject(problemOf(request.status, request.response))
  })
  request.addEventListener('error', (event) => reject(unreachable(event)))
  request.addEventListener('abort', (event) => reject(unreachable(event)))
  request.send(file)
  return promise
}
