import { parseSettings } from '@footfall/config'
import { settableClock } from '@footfall/testkit/determinism'
import { expect, it } from 'vitest'
import { BackupError } from '../manifest.ts'
import { openBucket } from './open-bucket.ts'

const SECRET_KEY = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'

/** A bucket whose requests are answered by a function, and the requests that it made. */
function bucketWith(answer: (url: URL, attempt: number) => Response | Error, signal?: AbortSignal) {
  const requests: { readonly url: URL; readonly headers: Headers }[] = []
  const pauses: number[] = []
  const settings = parseSettings({
    BACKUP_S3_URL: 'https://s3.example/bucket/a/b',
    BACKUP_S3_KEY_ID: 'AKIDEXAMPLE',
    BACKUP_S3_SECRET_KEY: SECRET_KEY,
    BACKUP_S3_REGION: 'eu-central-1',
  }).backupBucket
  if (settings === undefined) throw new Error('no bucket')
  const bucket = openBucket({
    bucket: settings,
    clock: settableClock('2026-11-20T12:34:56.789Z'),
    pause: async (ms) => void pauses.push(ms),
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      requests.push({ url, headers: new Headers(init?.headers) })
      const answered = answer(url, requests.length)
      if (answered instanceof Error) throw answered
      return answered
    },
    signal,
  })
  return { bucket, requests, pauses }
}

const list = (content: string) => new Response(`<ListBucketResult>${content}</ListBucketResult>`)
const object = (key: string) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`

it('signs the host, the time and the hash of the content, and never sends the secret', async () => {
  const { bucket, requests } = bucketWith(() => new Response(''))
  await bucket.put('x', new Uint8Array([1]), 'ab'.repeat(32))
  const [sent] = requests
  expect(sent?.url.href).toBe('https://s3.example/bucket/a/b/x')
  expect(sent?.headers.get('x-amz-content-sha256')).toBe('ab'.repeat(32))
  expect(sent?.headers.get('x-amz-date')).toBe('20261120T123456Z')
  expect(sent?.headers.get('authorization')).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/20261120\/eu-central-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/,
  )
  expect(JSON.stringify([...(sent?.headers ?? [])])).not.toContain(SECRET_KEY)
})

it('lists the objects of all pages', async () => {
  const { bucket, requests } = bucketWith(({ searchParams }) =>
    searchParams.get('continuation-token') === 'a&b'
      ? list(object('a/b/chunks/2'))
      : list(
          `${object('a/b/chunks/1')}<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b</NextContinuationToken>`,
        ),
  )
  expect((await bucket.list('chunks/')).map(({ name }) => name)).toEqual(['chunks/1', 'chunks/2'])
  expect(requests.map(({ url }) => url.searchParams.get('prefix'))).toEqual(['a/b/chunks/', 'a/b/chunks/'])
})

it('rejects a list that leads to the same page again', async () => {
  const { bucket } = bucketWith(() =>
    list('<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>'),
  )
  await expect(bucket.list('')).rejects.toThrow(BackupError)
})

it.each([
  [
    'a connection that fails',
    () => new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) }),
    'ECONNRESET',
  ],
  ['storage that is busy', () => new Response('<Error><Code>SlowDown</Code></Error>', { status: 503 }), '503 SlowDown'],
  ['too many requests', () => new Response('', { status: 429 }), '429'],
])('gives up on %s after five attempts with growing pauses', async (_, answer, says) => {
  const { bucket, requests, pauses } = bucketWith(answer)
  await expect(bucket.get('x', 10)).rejects.toThrow(expect.objectContaining({ message: expect.stringContaining(says) }))
  expect(requests).toHaveLength(5)
  expect(pauses).toEqual([1000, 2000, 4000, 8000])
})

it.each([
  ['CERT_HAS_EXPIRED', 'Renew the certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
])('rejects storage with a certificate that cannot be used at once, with what to do: %s', async (code, fix) => {
  const { bucket, requests } = bucketWith(
    () => new TypeError('fetch failed', { cause: Object.assign(new Error('certificate'), { code }) }),
  )
  const message = expect.stringMatching(new RegExp(`${code}.*${fix}`))
  await expect(bucket.get('x', 10)).rejects.toThrow(expect.objectContaining({ message }))
  expect(requests).toHaveLength(1)
})

it('repeats a request whose answer breaks off', async () => {
  const broken = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          controller.error(new Error('aborted'))
        },
      }),
    )
  const { bucket } = bucketWith((_, attempt) => (attempt === 1 ? broken() : new Response('content')))
  expect(new TextDecoder().decode(await bucket.get('x', 10))).toBe('content')
})

it.each([
  ['a key that may not', 403],
  ['a full bucket', 507],
  ['a redirect', 307],
  ['a request that it does not know', 501],
])('does not repeat a request that the storage rejects: %s', async (_, status) => {
  const { bucket, requests } = bucketWith(() => new Response('', { status }))
  await expect(bucket.remove('x')).rejects.toThrow(BackupError)
  expect(requests).toHaveLength(1)
})

it('reads no more of an object than it may have', async () => {
  const { bucket, requests } = bucketWith(() => new Response('x'.repeat(11)))
  await expect(bucket.get('x', 10)).rejects.toThrow('more than 10 bytes')
  expect(requests).toHaveLength(1)
})

it('distinguishes a missing object from a missing bucket', async () => {
  const { bucket } = bucketWith(() => new Response('<Error><Code>NoSuchKey</Code></Error>', { status: 404 }))
  expect(await bucket.get('x', 10)).toBeUndefined()
  await bucket.remove('x')
  const none = bucketWith(() => new Response('<Error><Code>NoSuchBucket</Code></Error>', { status: 404 }))
  await expect(none.bucket.get('x', 10)).rejects.toThrow('does not exist')
})

it('sends nothing once it was stopped', async () => {
  const { bucket, requests } = bucketWith(() => new Response(''), AbortSignal.abort())
  await expect(bucket.get('x', 10)).rejects.toThrow('was stopped')
  expect(requests).toEqual([])
})
