import { gunzipSync } from 'node:zlib'
import { reasonOf } from '../explain/failure.ts'
import { GeoUpdateFailed } from './geo-update-failed.ts'

/** Where a database is downloaded from. */
export interface GeoSource {
  /** Tried in turn while the answer is 404, which a database of this month may get in its first days. */
  readonly urls: readonly string[]
  /** Sent with each request, and not to another origin that it redirects to. */
  readonly headers: Readonly<Record<string, string>>
}

export interface DownloadLimits {
  /** Of what is sent and of what it unpacks to. */
  readonly bytesMax: number
  readonly timeoutMs: number
}

/** Downloads a file. Throws `GeoUpdateFailed`, which names only the host, because the address may hold a secret. */
export async function download({ urls, headers }: GeoSource, limits: DownloadLimits): Promise<Buffer> {
  const [url, ...others] = urls
  if (url === undefined) throw new TypeError('a source has an address')
  const { host } = new URL(url)
  const signal = AbortSignal.timeout(limits.timeoutMs)
  const response = await fetch(url, { headers, signal }).catch((error: unknown) => {
    throw new GeoUpdateFailed(`${host} could not be reached: ${reasonOf(error)}`)
  })
  if (response.status === 404 && others.length > 0) {
    await response.body?.cancel()
    return download({ urls: others, headers }, limits)
  }
  if (!response.ok || response.body === null) {
    await response.body?.cancel()
    throw new GeoUpdateFailed(`${host} answered ${response.status}${REASONS.get(response.status) ?? ''}`)
  }
  return collect(response.body, host, limits.bytesMax)
}

const REASONS: ReadonlyMap<number, string> = new Map([
  [401, ': it does not accept the account and its license key'],
  [403, ': it does not accept the account and its license key'],
  [404, ': there is no such file'],
  [429, ': too many downloads today'],
])

async function collect(body: ReadableStream<Uint8Array>, host: string, bytesMax: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const part of body) {
      bytes += part.length
      if (bytes > bytesMax) throw new GeoUpdateFailed(`the file of ${host} is larger than ${bytesMax} bytes`)
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof GeoUpdateFailed) throw error
    throw new GeoUpdateFailed(`the download from ${host} broke off: ${reasonOf(error)}`)
  }
  return Buffer.concat(parts)
}

const GZIP = Buffer.from([0x1f, 0x8b])
const TAR_BLOCK = 512

/** The database in a download: the file itself, or in gzip, in a tar archive, or both. Throws `GeoUpdateFailed`. */
export function unpack(file: Buffer, bytesMax: number): Buffer {
  const unzipped = file.subarray(0, 2).equals(GZIP) ? gunzip(file, bytesMax) : file
  return unzipped.toString('latin1', 257, 262) === 'ustar' ? databaseInTar(unzipped) : unzipped
}

function gunzip(file: Buffer, bytesMax: number): Buffer {
  try {
    return gunzipSync(file, { maxOutputLength: bytesMax })
  } catch (error) {
    const isTooLarge = error instanceof RangeError
    throw new GeoUpdateFailed(
      isTooLarge ? `the file unpacks to more than ${bytesMax} bytes` : 'the file is cut off or damaged',
    )
  }
}

/** The first MMDB file of an archive. */
function databaseInTar(archive: Buffer): Buffer {
  for (let at = 0; at + TAR_BLOCK <= archive.length; ) {
    const name = archive.toString('utf8', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 136), 8)
    if (name === '' || Number.isNaN(size)) break
    const start = at + TAR_BLOCK
    if (name.endsWith('.mmdb') && start + size <= archive.length) return archive.subarray(start, start + size)
    at = start + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK
  }
  throw new GeoUpdateFailed('the archive has no MMDB file, or is cut off')
}
