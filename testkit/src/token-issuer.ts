import {
  createHash,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
  sign as signBytes,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

export type TokenClaims = Readonly<Record<string, unknown>>

export type SigningAlgorithm = 'RS256' | 'ES256' | 'EdDSA'

export interface TokenIssuerOptions {
  /** What every token says; `sign` adds to it and replaces it. */
  readonly claims?: TokenClaims
  readonly algorithm?: SigningAlgorithm
  /** Milliseconds; the clock of the system by default. */
  readonly now?: () => number
  /** Serves TLS under this name, with a certificate that only its own authority issued. Otherwise http on 127.0.0.1. */
  readonly tlsName?: string
  /** Follows the origin, such as `/realms/one`. */
  readonly path?: string
}

interface SigningKey {
  readonly kid: string
  readonly algorithm: SigningAlgorithm
  readonly privateKey: KeyObject
  readonly jwk: JsonWebKey & { kid: string; use: string; alg: string }
}

type Answer = (req: IncomingMessage, res: ServerResponse) => void

/** What a test changes about the issuer while it runs. */
interface Behavior {
  /** Members of the discovery document that replace or, where undefined, remove those of the issuer. */
  discovery: Readonly<Record<string, unknown>>
  /** The keys that are published instead of the current one. */
  keys: readonly unknown[] | undefined
  /** Answers requests of this path instead of the issuer. */
  answers: Map<string, Answer>
}

const DISCOVERY_PATH = '/.well-known/openid-configuration'
const KEYS_PATH = '/keys.json'
const LIFETIME_SECONDS = 300

/**
 * An issuer of identity tokens of workloads: a discovery document, published keys, and `sign`, which makes a token with `iss`, `iat`,
 * `nbf`, `exp` and a new `jti`. A claim that is undefined is left out.
 */
export async function openIssuer({
  claims = {},
  algorithm = 'RS256',
  now = Date.now,
  tlsName,
  path = '',
}: TokenIssuerOptions = {}) {
  let key = signingKey(algorithm)
  const requests: string[] = []
  const behavior: Behavior = { discovery: {}, keys: undefined, answers: new Map() }
  const answer: Answer = (req, res) => {
    const asked = req.url ?? ''
    requests.push(asked)
    const own = behavior.answers.get(asked)
    if (own !== undefined) return own(req, res)
    if (asked === path + DISCOVERY_PATH) return sendJson(res, { ...discoveryOf(issuer), ...behavior.discovery })
    if (asked === path + KEYS_PATH) return sendJson(res, { keys: behavior.keys ?? [key.jwk] })
    res.writeHead(404).end()
  }
  const certificate = tlsName === undefined ? undefined : await certificateFor(tlsName)
  const server = certificate === undefined ? createServer(answer) : createSecureServer(certificate, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host = `${tlsName ?? '127.0.0.1'}:${port}`
  const issuer = `${tlsName === undefined ? 'http' : 'https'}://${host}${path}`

  const allClaims = (own: TokenClaims): TokenClaims => {
    const seconds = Math.floor(now() / 1000)
    const times = { iat: seconds, nbf: seconds, exp: seconds + LIFETIME_SECONDS }
    return { iss: issuer, ...times, jti: randomUUID(), ...claims, ...own }
  }

  return {
    issuer,
    /** `host:port`, as settings name it. */
    host,
    /** What trusts the issuer's certificate; undefined without TLS. */
    certificate: certificate?.cert,
    /** Finds the issuer under its name, as the name server of its domain would. */
    resolver: async () => [{ address: '127.0.0.1', family: 4 }],
    /** The paths that were asked for, in order. */
    requests,
    behavior,
    paths: { discovery: path + DISCOVERY_PATH, keys: path + KEYS_PATH },
    /** The key that signs, for a test that signs by itself. */
    get key(): SigningKey {
      return key
    },
    claims: allClaims,
    /** A signed token with these claims; `header` adds to the header and replaces it. */
    sign: (own: TokenClaims = {}, header: TokenClaims = {}) => signToken(key, allClaims(own), header),
    /** Replaces the key, as issuers do from time to time. */
    rotateKeys(next: SigningAlgorithm = algorithm) {
      key = signingKey(next)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type TokenIssuer = Awaited<ReturnType<typeof openIssuer>>

/** A new key of an issuer. */
export function signingKey(algorithm: SigningAlgorithm, rsaBits = 2048): SigningKey {
  const { privateKey, publicKey } = keyPair(algorithm, rsaBits)
  const published = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha256').update(JSON.stringify(published)).digest('base64url').slice(0, 16)
  return { kid, algorithm, privateKey, jwk: { ...published, kid, use: 'sig', alg: algorithm } }
}

function keyPair(algorithm: SigningAlgorithm, rsaBits: number) {
  switch (algorithm) {
    case 'RS256':
      return generateKeyPairSync('rsa', { modulusLength: rsaBits })
    case 'ES256':
      return generateKeyPairSync('ec', { namedCurve: 'P-256' })
    case 'EdDSA':
      return generateKeyPairSync('ed25519')
  }
}

/** A compact JWS of these claims. */
export function signToken({ kid, algorithm, privateKey }: SigningKey, claims: TokenClaims, header: TokenClaims = {}) {
  const signed = `${part({ alg: algorithm, kid, typ: 'JWT', ...header })}.${part(claims)}`
  return `${signed}.${signatureOf(algorithm, signed, privateKey).toString('base64url')}`
}

function signatureOf(algorithm: SigningAlgorithm, signed: string, key: KeyObject): Buffer {
  const bytes = Buffer.from(signed)
  // JWS has the two numbers of an ECDSA signature one after the other (RFC 7518 §3.4).
  if (algorithm === 'ES256') return signBytes('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' })
  return signBytes(algorithm === 'RS256' ? 'sha256' : null, bytes, key)
}

/** A part of a token: JSON in base64url. */
export const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function discoveryOf(issuer: string) {
  return {
    issuer,
    jwks_uri: issuer + KEYS_PATH,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256', 'EdDSA'],
  }
}

function sendJson(res: ServerResponse, value: unknown): void {
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
}

async function certificateFor(name: string) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keySize: 2048,
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: name }] },
    ],
  })
  return { key, cert }
}
