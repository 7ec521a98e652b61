import { problemOf, unreachable } from '../../../api/problem.ts'
import type { ImportSource } from '../../../statistics/import-source.ts'

/** Empty: the service recognizes the vendor by the content. */
export type UploadSource = '' | ImportSource
/** The format of events; empty: the file name decides. */
export type UploadFormat = '' | 'ndjson' | 'csv' | 'parquet'

interface UploadRequest {
  readonly product: string
  readonly file: File
  readonly source: UploadSource
  readonly format: UploadFormat
  readonly site: string
  readonly skipInvalid: boolean
  /** 0 to 1. */
  readonly onProgress: (sent: number) => void
}

/** Uploads a file. Throws `ApiProblem`. Uses XMLHttpRequest, since `fetch` does not report upload progress. */
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
