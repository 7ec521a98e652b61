export interface BucketObject {
  /** Below the prefix of the settings. */
  readonly name: string
  readonly bytes: number
}

/** A page of ListObjectsV2; undefined if the text is none. Objects of others below the prefix are among them. */
export function listedObjects(
  xml: string,
  prefix: string,
): { readonly objects: readonly BucketObject[]; readonly next: string | undefined } | undefined {
  if (!xml.includes('<ListBucketResult')) return undefined
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, content = '']) => {
    const key = element(content, 'Key')
    const bytes = Number(element(content, 'Size'))
    return key?.startsWith(prefix) && Number.isSafeInteger(bytes) ? [{ name: key.slice(prefix.length), bytes }] : []
  })
  const isTruncated = element(xml, 'IsTruncated') === 'true'
  const next = element(xml, 'NextContinuationToken')
  if (isTruncated && next === undefined) return undefined
  return { objects, next: isTruncated ? next : undefined }
}

/** The code of an error of S3, such as `NoSuchKey`. */
export function bucketErrorCode(xml: string): string | undefined {
  const code = xml.includes('<Error>') ? element(xml, 'Code') : undefined
  return code !== undefined && /^\w{1,60}$/.test(code) ? code : undefined
}

function element(xml: string, name: string): string | undefined {
  const [, content] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return content === undefined ? undefined : unescaped(content)
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{2,4});/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return NAMED[entity] ?? whole
    const code = entity[1]?.toLowerCase() === 'x' ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
