import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

const INDEX = 'application/vnd.oci.image.index.v1+json'
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json'
const PREDICATES = { provenance: 'https://slsa.dev/provenance/v1', sbom: 'https://spdx.dev/Document' }

export interface ImageParts {
  readonly architectures: readonly string[]
  readonly attested: readonly (keyof typeof PREDICATES)[]
  readonly version: string
  readonly layerBytes: number
}

/** An OCI registry in process that has one image, as a build of several platforms with attestations pushes it. */
export async function ociRegistry(
  name: string,
  tag: string,
  { architectures, attested, version, layerBytes }: ImageParts,
) {
  const contents = new Map<string, string>()
  const add = (value: unknown) => {
    const text = JSON.stringify(value)
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
    contents.set(digest, text)
    return { digest, size: text.length }
  }
  const manifests = architectures.flatMap((architecture) => {
    const config = add({
      architecture,
      os: 'linux',
      config: { Labels: { 'org.opencontainers.image.version': version } },
    })
    const image = add({
      schemaVersion: 2,
      mediaType: MANIFEST,
      config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
      layers: [
        {
          mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
          digest: `sha256:${'0'.repeat(64)}`,
          size: layerBytes,
        },
      ],
    })
    const statement = add({
      schemaVersion: 2,
      mediaType: MANIFEST,
      config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...add({ architecture: 'unknown' }) },
      layers: attested.map((kind) => ({
        mediaType: 'application/vnd.in-toto+json',
        ...add({ predicateType: PREDICATES[kind] }),
        annotations: { 'in-toto.io/predicate-type': PREDICATES[kind] },
      })),
    })
    return [
      { mediaType: MANIFEST, ...image, platform: { architecture, os: 'linux' } },
      {
        mediaType: MANIFEST,
        ...statement,
        platform: { architecture: 'unknown', os: 'unknown' },
        annotations: {
          'vnd.docker.reference.type': 'attestation-manifest',
          'vnd.docker.reference.digest': image.digest,
        },
      },
    ]
  })
  const index = JSON.stringify({ schemaVersion: 2, mediaType: INDEX, manifests })
  let tokens = 0
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://localhost')
    const host = req.headers.host
    if (url.pathname === '/token') {
      tokens++
      return void res.end(JSON.stringify({ token: 'for-reading' }))
    }
    if (req.headers.authorization !== 'Bearer for-reading')
      return void res
        .writeHead(401, { 'www-authenticate': `Bearer realm="http://${host}/token",service="test"` })
        .end('{"errors":[]}')
    const reference = url.pathname.split('/').at(-1) ?? ''
    const found = url.pathname === `/v2/${name}/manifests/${tag}` ? index : contents.get(reference)
    if (found === undefined) return void res.writeHead(404).end('{"errors":[]}')
    res.writeHead(200).end(found)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The registry has no port.')
  return {
    reference: `127.0.0.1:${address.port}/${name}:${tag}`,
    tokens: () => tokens,
    /** Something else under the digest of a manifest. */
    damage: () => {
      for (const [digest, text] of contents) contents.set(digest, text.replace('linux', 'l1nux'))
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
