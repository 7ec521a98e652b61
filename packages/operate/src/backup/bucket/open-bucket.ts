import { setTimeout as wait } from 'node:timers/promises'
import type { BucketSettings } from '@footfall/config'
import { type Clock, SECOND_MS } from '@footfall/core-domain'
import { AwsV4Signer } from 'aws4fetch'
import { certificateFix } from '../../explain/failure.ts'
import { BackupError } from '../manifest.ts'
import { type BucketObject, bucketErrorCode, listedObjects } from './bucket-answers.ts'

export interface BucketDependencies {
  readonly bucket: BucketSettings
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  /** Aborts requests and pauses between attempts. */
  readonly signal?: AbortSignal | undefined
  /** Waits before a request is repeated. */
  readonly pause?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/** S3-compatible storage, below the prefix of the settings. Names are relative to it. Everything throws `BackupError`. */
export interface Bucket {
  /** For people: without credentials. */
  readonly address: string
  put(name: string, bytes: Uint8Array<ArrayBuffer>, sha256: string): Promise<void>
  /** Undefined if there is no such object. */
  get(name: string, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Everything whose name begins with the text. */
  list(beginning: string): Promise<readonly BucketObject[]>
  /** Succeeds if there is no such object. */
  remove(name: string): Promise<void>
}

const ATTEMPTS = 5
const REQUEST_TIMEOUT_MS = 120 * SECOND_MS
/** A thousand names of at most a kilobyte, with what is said of each. */
const LIST_BYTES_MAX = 4 * 1024 ** 2
const ERROR_BYTES_MAX = 64 * 1024
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

interface BucketRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly url: string
  readonly body?: Uint8Array<ArrayBuffer> | undefined
  readonly sha256?: string | undefined
  /** Of what is answered if it succeeds. */
  readonly bytesMax: number
}

interface Answer {
  readonly status: number
  readonly body: Uint8Array<ArrayBuffer>
}

export function openBucket(dependencies: BucketDependencies): Bucket {
  const { origin, bucket, prefix } = dependencies.bucket
  const root = `${origin}/${bucket}`
  const urlOf = (name: string) => `${root}/${prefix}${name}`

  async function list(beginning: string): Promise<readonly BucketObject[]> {
    const found: BucketObject[] = []
    let token: string | undefined
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${beginning}` })
      if (token !== undefined) query.set('continuation-token', token)
      const answer = await request(dependencies, {
        method: 'GET',
        url: `${root}?${query}`,
        bytesMax: LIST_BYTES_MAX,
      })
      if (answer.status !== 200) throw rejection(dependencies, answer)
      const page = listedObjects(text(answer.body), prefix)
      if (page === undefined || (page.next !== undefined && page.next === token))
        throw new BackupError(`${origin} does not answer like S3-compatible storage; check BACKUP_S3_URL.`)
      found.push(...page.objects)
      token = page.next
    } while (token !== undefined)
    return found
  }

  return {
    address: `${root}/${prefix}`.replace(/\/$/, ''),
    list,
    async put(name, bytes, sha256) {
      const sent = { method: 'PUT', url: urlOf(name), body: bytes, sha256, bytesMax: ERROR_BYTES_MAX } as const
      const answer = await request(dependencies, sent)
      if (answer.status !== 200 && answer.status !== 201) throw rejection(dependencies, answer)
    },
    async get(name, bytesMax) {
      const answer = await request(dependencies, { method: 'GET', url: urlOf(name), bytesMax })
      if (answer.status === 404 && bucketErrorCode(text(answer.body)) !== 'NoSuchBucket') return undefined
      if (answer.status !== 200) throw rejection(dependencies, answer)
      return answer.body
    },
    async remove(name) {
      const answer = await request(dependencies, { method: 'DELETE', url: urlOf(name), bytesMax: ERROR_BYTES_MAX })
      if (![200, 204, 404].includes(answer.status)) throw rejection(dependencies, answer)
    },
  }
}

/** Repeats a request that failed on the way or because the storage was busy. Every request may be sent twice. */
async function request(dependencies: BucketDependencies, sent: BucketRequest): Promise<Answer> {
  const { signal, pause = pauseFor } = dependencies
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptOf(dependencies, sent).catch((error: unknown) => {
      if (!(error instanceof Unreachable)) throw error
      if (attempt === ATTEMPTS) throw new BackupError(error.message)
      return undefined
    })
    if (answer !== undefined && (!isTransient(answer.status) || attempt === ATTEMPTS)) return answer
    await pause(2 ** (attempt - 1) * SECOND_MS, signal)
    if (signal?.aborted) throw stopped()
  }
}

async function attemptOf(dependencies: BucketDependencies, sent: BucketRequest): Promise<Answer> {
  const { fetch, signal, bucket } = dependencies
  const { method, body, bytesMax } = sent
  if (signal?.aborted) throw stopped()
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  try {
    const { url, headers } = await signed(dependencies, sent)
    const response = await fetch(url, {
      method,
      headers,
      // Signatures are for one host, and no other may get the backup.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body && { body }),
    })
    return {
      status: response.status,
      body: await bounded(response, response.ok ? bytesMax : ERROR_BYTES_MAX, bucket.origin),
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    if (signal?.aborted) throw stopped()
    // Errors of requests may have headers in them, so only the name of the problem is passed on.
    // It is the same at the next attempt.
    const certificate = certificateFix(error, 'BACKUP_S3_URL', bucket.origin)
    if (certificate !== undefined)
      throw new BackupError(`${bucket.origin} has no usable certificate (${networkProblem(error)}). ${certificate}`)
    throw new Unreachable(
      `${bucket.origin} does not answer (${timeout.aborted ? 'timeout' : networkProblem(error)}); check BACKUP_S3_URL and the network.`,
    )
  }
}

/** A `BackupError` after the last attempt. */
class Unreachable extends Error {}

function signed({ bucket, clock }: BucketDependencies, { method, url, sha256 = EMPTY_SHA256 }: BucketRequest) {
  return new AwsV4Signer({
    method,
    url,
    // The hash is signed, so the storage rejects a body that was changed on the way.
    headers: { 'x-amz-content-sha256': sha256 },
    accessKeyId: bucket.keyId,
    secretAccessKey: bucket.secretKey.reveal(),
    service: 's3',
    region: bucket.region,
    datetime: new Date(clock.now()).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
  }).sign()
}

async function bounded(response: Response, bytesMax: number, origin: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > bytesMax) throw new BackupError(`${origin} answered with more than ${bytesMax} bytes.`)
    parts.push(part)
  }
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** 501 and 507 say what will not change. */
function isTransient(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 507)
}

/** Only the status and the code: messages of S3 repeat key ids and what was signed. */
function rejection({ bucket }: BucketDependencies, { status, body }: Answer): BackupError {
  const code = bucketErrorCode(text(body))
  const answered = `${bucket.origin} answered ${status}${code === undefined ? '' : ` ${code}`}`
  return new BackupError(`${answered}. ${adviceOn(status, code)}`)
}

function adviceOn(status: number, code: string | undefined): string {
  if (code === 'RequestTimeTooSkewed') return 'The clock of this machine is wrong.'
  if (code === 'NoSuchBucket') return 'The bucket of BACKUP_S3_URL does not exist; create it.'
  if (code === 'QuotaExceeded' || code === 'XMinioStorageFull' || status === 507) return 'The bucket has no room left.'
  if (code === 'AuthorizationHeaderMalformed' || (status >= 300 && status < 400))
    return 'The bucket is in another region; set BACKUP_S3_REGION, and its address in BACKUP_S3_URL.'
  if (status === 401 || status === 403)
    return 'Check BACKUP_S3_KEY_ID and BACKUP_S3_SECRET_KEY, and that this key may read, write, delete and list in the bucket.'
  return 'Check BACKUP_S3_URL and the storage.'
}

/** Such as ECONNREFUSED, of the error that `fetch` wraps. */
function networkProblem(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string' && /^[A-Z0-9_]{1,60}$/.test(cause.code)) return cause.code
  return 'the connection failed'
}

async function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await wait(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined)
}

const stopped = () => new BackupError('The backup was stopped.')
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
