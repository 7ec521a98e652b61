// Checks an image in an OCI registry: its platforms, that everything is what its digest says, provenance, bill of materials, size.

import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import process from 'node:process'
import { IMAGE_PLATFORMS } from './plan.mjs'

const INDEX = 'application/vnd.oci.image.index.v1+json'
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json'
const MIB = 1024 * 1024
/** Of one platform, as it is downloaded. */
const SIZE_MAX = 700 * MIB
const BODY_MAX = 4 * MIB
const PREDICATES = { provenance: /^https:\/\/slsa\.dev\/provenance\//, SBOM: /^https:\/\/spdx\.dev\/Document/ }

/** What is wrong with the image; empty for one that is whole. */
export async function imageProblems(reference, version) {
  const { origin, name, tag } = parsedReference(reference)
  const registry = client(origin, name)
  const index = await registry.manifest(tag, INDEX)
  if (index.mediaType !== INDEX || !Array.isArray(index.manifests))
    return [`${reference} is not an index of several platforms.`]
  const problems = []
  const attestations = index.manifests.filter(
    ({ annotations }) => annotations?.['vnd.docker.reference.type'] === 'attestation-manifest',
  )
  for (const platform of IMAGE_PLATFORMS) {
    const [os, architecture] = platform.split('/')
    const entry = index.manifests.find(
      (each) => each.platform?.os === os && each.platform.architecture === architecture,
    )
    if (entry === undefined) {
      problems.push(`${platform} is missing.`)
      continue
    }
    const manifest = await registry.manifest(entry.digest, MANIFEST)
    const config = await registry.blob(manifest.config.digest)
    const labelled = config.config?.Labels?.['org.opencontainers.image.version']
    if (labelled !== version) problems.push(`${platform} is of version ${labelled}, not ${version}.`)
    if (config.architecture !== architecture) problems.push(`${platform} has a program for ${config.architecture}.`)
    const size = manifest.layers.reduce((sum, layer) => sum + layer.size, 0)
    if (size > SIZE_MAX)
      problems.push(`${platform} has ${Math.ceil(size / MIB)} MiB; at most ${SIZE_MAX / MIB} are allowed.`)
    const attestation = attestations.find(
      ({ annotations }) => annotations['vnd.docker.reference.digest'] === entry.digest,
    )
    const stated = attestation === undefined ? [] : (await registry.manifest(attestation.digest, MANIFEST)).layers
    for (const [what, predicate] of Object.entries(PREDICATES))
      if (!stated.some(({ annotations }) => predicate.test(annotations?.['in-toto.io/predicate-type'] ?? '')))
        problems.push(`${platform} has no ${what}.`)
  }
  return problems
}

function parsedReference(reference) {
  const [, host, name, tag] = /^([^/]+)\/([a-z0-9][a-z0-9._/-]*):([\w][\w.-]{0,127})$/.exec(reference) ?? []
  if (host === undefined) throw new Error(`“${reference}” is not an image such as ghcr.io/footfall/footfall:1.0.0.`)
  const isLocal = /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host)
  return { origin: `${isLocal ? 'http' : 'https'}://${host}`, name, tag }
}

function client(origin, name) {
  let token
  async function get(path, accept) {
    const headers = () => ({ accept, ...(token && { authorization: `Bearer ${token}` }) })
    let response = await fetch(`${origin}/v2/${name}/${path}`, { headers: headers() })
    if (response.status === 401 && token === undefined) {
      token = await tokenFor(response.headers.get('www-authenticate') ?? '', name)
      response = await fetch(`${origin}/v2/${name}/${path}`, { headers: headers() })
    }
    if (!response.ok) throw new Error(`${origin} answers ${response.status} for ${name} ${path}.`)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (bytes.length > BODY_MAX) throw new Error(`${path} is larger than a manifest.`)
    return bytes
  }
  const checked = (bytes, digest) => {
    const actual = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
    if (digest.startsWith('sha256:') && actual !== digest)
      throw new Error(`${digest} has other content in the registry.`)
    return JSON.parse(bytes.toString('utf8'))
  }
  return {
    manifest: async (reference, accept) => checked(await get(`manifests/${reference}`, accept), reference),
    blob: async (digest) => checked(await get(`blobs/${digest}`, '*/*'), digest),
  }
}

/** A token for reading, as registries give it; with REGISTRY_USER and REGISTRY_TOKEN if the image is private. */
async function tokenFor(challenge, name) {
  const parameter = (key) => new RegExp(`${key}="([^"]*)"`).exec(challenge)?.[1]
  const realm = parameter('realm')
  if (!/^Bearer /i.test(challenge) || realm === undefined)
    throw new Error('The registry asks for no token that can be got.')
  const url = new URL(realm)
  if (url.protocol !== 'https:' && !/^(localhost|127\.0\.0\.1)$/.test(url.hostname))
    throw new Error(`${realm} is not https.`)
  url.searchParams.set('service', parameter('service') ?? '')
  url.searchParams.set('scope', `repository:${name}:pull`)
  const { REGISTRY_USER: user, REGISTRY_TOKEN: secret } = process.env
  const basic = user && secret ? { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}` } : {}
  const response = await fetch(url, { headers: basic })
  if (!response.ok) throw new Error(`${url.origin} answers ${response.status} for a token.`)
  const body = await response.json()
  return body.token ?? body.access_token
}
