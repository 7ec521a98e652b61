import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { DAY_MS, MINUTE_MS, timestamp } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { openIssuer, part, signingKey, signToken } from '@footfall/testkit/token-issuer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuerKeysOptions } from './issuer-keys.ts'
import {
  AUDIENCE,
  BASE_URL,
  type Exchanged,
  type ExchangePlace,
  exchangePlace,
  JWT,
  TOKEN_EXCHANGE,
  type Trusting,
} from './test-support.ts'

type Attack = (trusting: Trusting, place: ExchangePlace) => Promise<Exchanged>
type Row = readonly [name: string, attack: Attack]

const seconds = (ms: number) => Math.floor(ms / 1000)

/** A token whose parts are given, signed by nobody in particular. */
const unsigned = (header: object, claims: object, signature = 'c2lnbmF0dXJl') =>
  `${part(header)}.${part(claims)}.${signature}`

describeEachDialect('attacks on the exchange of identity tokens', (database) => {
  let place: ExchangePlace
  beforeAll(async () => {
    place = await exchangePlace(database)
  })
  afterAll(() => place.close())

  const claimsOf = ({ subject }: Trusting) => place.issuer.claims({ sub: subject })
  const now = () => seconds(database.clock.now())

  const FORGED: readonly Row[] = [
    ['alg none without a signature', (to) => to.exchange(unsigned({ alg: 'none' }, claimsOf(to), ''))],
    ['alg none with a signature', (to) => to.exchange(unsigned({ alg: 'none' }, claimsOf(to)))],
    ['alg NONE in other letters', (to) => to.exchange(unsigned({ alg: 'NoNe' }, claimsOf(to)))],
    ['no alg', (to) => to.exchange(unsigned({ kid: place.issuer.key.kid }, claimsOf(to)))],
    [
      'HS256 with the published key as its secret',
      (to) => {
        const { kid, jwk } = place.issuer.key
        const text = `${part({ alg: 'HS256', kid })}.${part(claimsOf(to))}`
        return to.exchange(`${text}.${createHmac('sha256', JSON.stringify(jwk)).update(text).digest('base64url')}`)
      },
    ],
    [
      'RS256 in the header over an HMAC with the public key in PEM',
      (to) => {
        const { kid, privateKey } = place.issuer.key
        const text = `${part({ alg: 'RS256', kid })}.${part(claimsOf(to))}`
        const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
        return to.exchange(`${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`)
      },
    ],
    ['the signature of another token', (to) => to.exchange(spliced(to.sign(), to.sign()))],
    ['changed claims under the signature', (to) => to.exchange(changed(to.sign({ sub: 'repo:evil/x' }), claimsOf(to)))],
    ['no signature', (to) => to.exchange(to.sign().split('.').slice(0, 2).join('.'))],
    ['an empty signature', (to) => to.exchange(`${to.sign().split('.').slice(0, 2).join('.')}.`)],
    ['four parts', (to) => to.exchange(`${to.sign()}.more`)],
    ['five parts of an encrypted token', (to) => to.exchange(`${to.sign()}.more.parts`)],
    ['white space in the token', (to) => to.exchange(` ${to.sign()}`)],
    ['padding in base64', (to) => to.exchange(`${to.sign()}==`)],
    ['a key that the issuer does not publish', (to) => to.exchange(signToken(signingKey('RS256'), claimsOf(to)))],
    [
      'a foreign key under the kid of the issuer',
      (to) => to.exchange(signToken(signingKey('RS256'), claimsOf(to), { kid: place.issuer.key.kid })),
    ],
    [
      'a foreign key in the header jwk',
      (to) => {
        const key = signingKey('RS256')
        return to.exchange(signToken(key, claimsOf(to), { jwk: key.jwk, kid: place.issuer.key.kid }))
      },
    ],
    [
      'a foreign key behind the header jku',
      async (to) => {
        const other = await place.openIssuer()
        const token = signToken(other.key, claimsOf(to), { jku: other.issuer + other.paths.keys })
        const answer = await to.exchange(token)
        expect(other.requests).toEqual([])
        return answer
      },
    ],
    [
      'a foreign key behind the header x5u',
      async (to) => {
        const other = await place.openIssuer()
        const answer = await to.exchange(signToken(other.key, claimsOf(to), { x5u: other.issuer + other.paths.keys }))
        expect(other.requests).toEqual([])
        return answer
      },
    ],
    ['a kid that is a path', (to) => to.exchange(to.sign({}, { kid: '../../keys' }))],
    ['a kid that is an object', (to) => to.exchange(to.sign({}, { kid: { a: 1 } }))],
    ['a critical extension', (to) => to.exchange(to.sign({}, { crit: ['x'], x: 1 }))],
    ['an unencoded payload (b64)', (to) => to.exchange(to.sign({}, { crit: ['b64'], b64: false }))],
    ['a logout token', (to) => to.exchange(to.sign({}, { typ: 'logout+jwt' }))],
    ['a DPoP proof', (to) => to.exchange(to.sign({}, { typ: 'dpop+jwt' }))],
    ['a type that is not text', (to) => to.exchange(to.sign({}, { typ: ['JWT'] }))],
    ['a payload that is a list', (to) => to.exchange(`${to.sign().split('.')[0]}.${part([1])}.c2ln`)],
    ['no JSON in the payload', (to) => to.exchange(`${to.sign().split('.')[0]}.bm9wZQ.c2ln`)],
    [
      'an ECDSA signature in DER',
      async (_, at) => {
        const issuer = await at.openIssuer({ algorithm: 'ES256' })
        const to = await at.trusting({}, { issuer })
        const text = to.sign().split('.').slice(0, 2).join('.')
        const der = signBytes('sha256', Buffer.from(text), { key: issuer.key.privateKey, dsaEncoding: 'der' })
        return to.exchange(`${text}.${der.toString('base64url')}`)
      },
    ],
    [
      'an RSA key of 1,024 bits',
      async (_, at) => {
        const issuer = await at.openIssuer()
        const weak = signingKey('RS256', 1024)
        issuer.behavior.keys = [weak.jwk]
        const to = await at.trusting({}, { issuer })
        return to.exchange(signToken(weak, issuer.claims({ sub: to.subject })))
      },
    ],
    [
      'ES256 over a key of another curve',
      async (_, at) => {
        const issuer = await at.openIssuer({ algorithm: 'ES256' })
        const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
        issuer.behavior.keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig' }]
        const to = await at.trusting({}, { issuer })
        const text = `${part({ alg: 'ES256', kid: 'k' })}.${part(issuer.claims({ sub: to.subject }))}`
        const bytes = signBytes('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
        return to.exchange(`${text}.${bytes.toString('base64url')}`)
      },
    ],
    [
      'a symmetric key among the published ones',
      async (_, at) => {
        const issuer = await at.openIssuer()
        issuer.behavior.keys = [{ kty: 'oct', k: 'c2VjcmV0', kid: 'k' }, null, 5]
        const to = await at.trusting({}, { issuer })
        return to.exchange(to.sign({}, { kid: 'k' }))
      },
    ],
    [
      'a key that is for encryption',
      async (_, at) => {
        const issuer = await at.openIssuer()
        issuer.behavior.keys = [{ ...issuer.key.jwk, use: 'enc' }]
        const to = await at.trusting({}, { issuer })
        return to.exchange()
      },
    ],
  ]

  const WRONG_CLAIMS: readonly Row[] = [
    ['an audience of somebody else', (to) => to.exchange(to.sign({ aud: 'https://other.example' }))],
    ['two audiences', (to) => to.exchange(to.sign({ aud: [AUDIENCE, 'https://other.example'] }))],
    ['the audience twice', (to) => to.exchange(to.sign({ aud: [AUDIENCE, AUDIENCE] }))],
    ['no audience', (to) => to.exchange(to.sign({ aud: undefined }))],
    ['an empty list of audiences', (to) => to.exchange(to.sign({ aud: [] }))],
    ['an audience with a slash more', (to) => to.exchange(to.sign({ aud: `${AUDIENCE}/` }))],
    ['an audience in other letters', (to) => to.exchange(to.sign({ aud: AUDIENCE.toUpperCase() }))],
    ['an audience that is an object', (to) => to.exchange(to.sign({ aud: { [AUDIENCE]: true } }))],
    ['no subject', (to) => to.exchange(to.sign({ sub: undefined }))],
    ['a subject that is a list', (to) => to.exchange(to.sign({ sub: [to.subject] }))],
    ['a subject in other letters', (to) => to.exchange(to.sign({ sub: to.subject.toUpperCase() }))],
    ['a subject with more at its end', (to) => to.exchange(to.sign({ sub: `${to.subject}-evil` }))],
    ['a subject with more at its start', (to) => to.exchange(to.sign({ sub: `x${to.subject}` }))],
    ['a subject with a line feed', (to) => to.exchange(to.sign({ sub: `${to.subject}\n` }))],
    ['a subject with a zero byte', (to) => to.exchange(to.sign({ sub: `${to.subject}\u0000` }))],
    ['an issuer with a slash more', (to) => to.exchange(to.sign({ iss: `${place.issuer.issuer}/` }))],
    ['an issuer that nobody trusts', (to) => to.exchange(to.sign({ iss: 'https://evil.example' }))],
    ['no issuer', (to) => to.exchange(to.sign({ iss: undefined }))],
    ['an issuer that is a list', (to) => to.exchange(to.sign({ iss: [place.issuer.issuer] }))],
    ['no expiry', (to) => to.exchange(to.sign({ exp: undefined }))],
    ['an expiry that is text', (to) => to.exchange(to.sign({ exp: String(now() + 60) }))],
    ['a negative expiry', (to) => to.exchange(to.sign({ exp: -1 }))],
    ['an expiry beyond a day', (to) => to.exchange(to.sign({ exp: now() + seconds(DAY_MS) + 31 }))],
    ['an expiry in the year 10^300', (to) => to.exchange(to.sign({ exp: 1e300 }))],
    ['an expired token', (to) => to.exchange(to.sign({ exp: now() - 30 }))],
    ['a token of the future by nbf', (to) => to.exchange(to.sign({ nbf: now() + 31 }))],
    ['a token of the future by iat', (to) => to.exchange(to.sign({ iat: now() + 31 }))],
    ['a jti that is a number', (to) => to.exchange(to.sign({ jti: 7 }))],
    ['an empty jti', (to) => to.exchange(to.sign({ jti: '' }))],
    ['a jti of 2,000 characters', (to) => to.exchange(to.sign({ jti: 'j'.repeat(2000) }))],
  ]

  const PATTERNS: readonly (readonly [pattern: string, subject: string])[] = [
    ['repo:a/*', 'repo:a/b:ref:refs/heads/main'],
    ['repo:a/*', 'repo:a-evil/b'],
    ['repo:a/*', 'repo:a/b/c'],
    ['repo:a/b:*', 'repo:a/b:ref:refs/heads/main'],
    ['repo:a/b*:environment:prod', 'repo:a/b:x:environment:prod'],
    ['repo:a/b:ref:refs/heads/*', 'repo:a/b-evil:ref:refs/heads/main'],
    ['repo:a/b:ref:refs/heads/*', 'repo:a/b:ref:refs/heads/x/y'],
    ['repo:a/b:ref:refs/heads/*', 'repo:a/b:ref:refs/tags/v1'],
    ['repo:*/site', 'repo:evil:a/site'],
    ['repo:a.c/d', 'repo:abc/d'],
    ['repo:a/[b]', 'repo:a/b'],
    ['repo:a/(b|c)', 'repo:a/b'],
    ['system:serviceaccount:web:*', 'system:serviceaccount:web:a:b'],
    ['spiffe://acme.example/ns/*/sa/web', 'spiffe://acme.example/ns/a/b/sa/web'],
    ['spiffe://acme.example/*', 'spiffe://acme.example.evil.example/x'],
    ['project_path:acme/*:ref_type:branch:ref:main', 'project_path:acme/x:ref_type:branch:ref:main:y'],
    ['a*b*c:x', 'ab:x'],
    ['ab*ba:x', 'aba:x'],
  ]

  const FORMS: readonly Row[] = [
    ['no token', (to) => to.exchange('')],
    ['the token twice', (to) => to.exchange(to.sign(), { subject_token: [to.sign(), to.sign()] })],
    ['two types', (to) => to.exchange(to.sign(), { subject_token_type: [JWT, JWT] })],
    ['two trusts', (to) => to.exchange(to.sign(), { trust_id: [to.trust.id, to.trust.id] })],
    ['two scopes as two parameters', (to) => to.exchange(to.sign(), { scope: ['analytics:read', 'analytics:read'] })],
    ['no type', (to) => to.exchange(to.sign(), { subject_token_type: undefined })],
    [
      'the type of an access token',
      (to) => to.exchange(to.sign(), { subject_token_type: 'urn:ietf:params:oauth:token-type:access_token' }),
    ],
    [
      'the type of a SAML assertion',
      (to) => to.exchange(to.sign(), { subject_token_type: 'urn:ietf:params:oauth:token-type:saml2' }),
    ],
    ['a token for an actor', (to) => to.exchange(to.sign(), { actor_token: to.sign(), actor_token_type: JWT })],
    [
      'a refresh token as what is wanted',
      (to) => to.exchange(to.sign(), { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' }),
    ],
    ['a token of 20,000 characters', (to) => to.exchange(to.sign({ more: 'x'.repeat(20_000) }))],
    ['a trust that does not exist', (to) => to.exchange(to.sign(), { trust_id: 'trs_nobody' })],
    ['a trust that is SQL', (to) => to.exchange(to.sign(), { trust_id: "trs_x' or '1'='1" })],
    [
      'the trust of another token',
      async (to, at) => to.exchange(to.sign(), { trust_id: (await at.trusting()).trust.id }),
    ],
    [
      'an exchanged token again',
      async (to) => {
        const { body } = await to.exchange()
        return to.exchange(body.access_token)
      },
    ],
  ]

  const TARGETS: readonly (readonly [name: string, error: string, attack: Attack])[] = [
    ['a scope beyond the trust', 'invalid_scope', (to) => to.exchange(to.sign(), { scope: 'products:read' })],
    ['a scope that does not exist', 'invalid_scope', (to) => to.exchange(to.sign(), { scope: 'admin' })],
    ['a scope with two spaces', 'invalid_scope', (to) => to.exchange(to.sign(), { scope: 'analytics:read  x' })],
    ['a product that does not exist', 'invalid_target', (to) => to.exchange(to.sign(), { audience: 'prd_nobody' })],
    [
      'another service as audience',
      'invalid_target',
      (to) => to.exchange(to.sign(), { audience: 'https://x.example' }),
    ],
    [
      'another service as resource',
      'invalid_target',
      (to) => to.exchange(to.sign(), { resource: 'https://x.example' }),
    ],
    ['a resource that is no URI', 'invalid_target', (to) => to.exchange(to.sign(), { resource: 'x' })],
    ['a resource with a fragment', 'invalid_target', (to) => to.exchange(to.sign(), { resource: `${BASE_URL}#x` })],
    [
      'a resource that leaves the path of products',
      'invalid_target',
      (to) => to.exchange(to.sign(), { resource: `${BASE_URL}/api/v1/products/../account` }),
    ],
    [
      'a hundred and one targets',
      'invalid_target',
      (to) => to.exchange(to.sign(), { audience: Array.from({ length: 101 }, (_, i) => `prd_${i}`) }),
    ],
    [
      'a product outside of the trust',
      'invalid_target',
      async (_, at) => {
        const products = { mode: 'selected' as const, ids: [at.on.product] }
        const to = await at.trusting({ products }, { token: { products } })
        return to.exchange(to.sign(), { audience: 'prd_other' })
      },
    ],
    [
      'two trusts that fit',
      'invalid_target',
      async (to, at) => {
        await at.trusting({ subject: to.subject })
        return to.exchange()
      },
    ],
    [
      'a parent that is eight levels deep since its trust was made',
      'invalid_target',
      async (to, at) => {
        const deep = { ...to.parent, depth: 8 }
        const { token } = await at.on.token({ scopes: ['analytics:read'], parent: { ...deep, depth: 7 } })
        const trust = { ...to.trust, id: database.ids.trust(), token_id: token.id, subject: 'deep:x' }
        await database.store.tokenTrusts.insert(trust, 'deep:x')
        return to.exchange(to.sign({ sub: 'deep:x' }))
      },
    ],
  ]

  const fails = (rows: readonly Row[], error: string) =>
    it.each(rows)(`rejects %s as ${error}`, async (_, attack) => {
      const to = await place.trusting()
      const answer = await attack(to, place)
      expect([answer.status, answer.error]).toEqual([400, error])
      expect(answer.body.access_token).toBeUndefined()
      expect(answer.headers.get('cache-control')).toBe('no-store')
    })

  describe('forged identity tokens', () => fails(FORGED, 'invalid_request'))
  describe('identity tokens with wrong claims', () => fails(WRONG_CLAIMS, 'invalid_request'))
  describe('malformed exchange requests', () => fails(FORMS, 'invalid_request'))

  describe('subject patterns that match too much', () => {
    it.each(PATTERNS)('pattern %s does not trust the subject %s', async (subject, sub) => {
      const to = await place.trusting({ subject })
      const answer = await to.exchange(to.sign({ sub }), { trust_id: to.trust.id })
      expect([answer.status, answer.error]).toEqual([400, 'invalid_request'])
    })
  })

  describe('exchanges for a wrong target', () => {
    it.each(TARGETS)('rejects %s as %s', async (_, error, attack) => {
      const answer = await attack(await place.trusting(), place)
      expect([answer.status, answer.error]).toEqual([400, error])
    })
  })

  describe('repeated exchanges of an identity token', () => {
    it('exchanges a token with jti once, also when another one has the same', async () => {
      const to = await place.trusting()
      const token = to.sign({ jti: `once-${database.dialect}` })
      expect((await to.exchange(token)).status).toBe(200)
      expect((await to.exchange(token)).error).toBe('invalid_request')
      expect((await to.exchange(to.sign({ jti: `once-${database.dialect}` }))).error).toBe('invalid_request')
    })

    it('exchanges a token without jti once, whatever form its signature has', async () => {
      const issuer = await place.openIssuer({ algorithm: 'ES256' })
      const to = await place.trusting({}, { issuer })
      const token = to.sign({ jti: undefined })
      expect((await to.exchange(token)).status).toBe(200)
      expect((await to.exchange(token)).error).toBe('invalid_request')
      expect((await to.exchange(otherForm(token))).error).toBe('invalid_request')
    })

    it('exchanges one token once by ten requests at the same time to two replicas', async () => {
      const to = await place.trusting()
      const token = to.sign()
      const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => to.exchange(token, {}, i % 2)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
    })

    it('lets a token be exchanged after an exchange that was rejected', async () => {
      const to = await place.trusting()
      const token = to.sign()
      expect((await to.exchange(token, { scope: 'products:read' })).error).toBe('invalid_scope')
      expect((await to.exchange(token)).status).toBe(200)
    })

    it('keeps the same jti of two issuers apart', async () => {
      const issuer = await place.openIssuer()
      const [one, other] = [await place.trusting(), await place.trusting({}, { issuer })]
      expect((await one.exchange(one.sign({ jti: 'shared' }))).status).toBe(200)
      expect((await other.exchange(other.sign({ jti: 'shared' }))).status).toBe(200)
    })

    it('remembers a token until it is no longer accepted', async () => {
      const to = await place.trusting()
      const token = to.sign()
      await to.exchange(token)
      const purge = (ms: number) =>
        database.store.transaction((tx) => tx.store.exchangedTokens.purge(timestamp(database.clock.now() + ms)))
      await purge(5 * MINUTE_MS + 29_000)
      expect((await to.exchange(token)).error).toBe('invalid_request')
    })
  })

  describe('the times of an identity token', () => {
    it.each([
      ['expired 29 seconds ago', { exp: -29 }],
      ['is valid in 30 seconds', { nbf: 30 }],
      ['is issued in 30 seconds', { iat: 30 }],
    ])('accepts a token that %s, since clocks differ', async (_, times) => {
      const to = await place.trusting()
      const claims = Object.fromEntries(Object.entries(times).map(([name, offset]) => [name, now() + offset]))
      expect((await to.exchange(to.sign(claims))).status).toBe(200)
    })
  })

  describe('issuers that attack the exchange', () => {
    it('fetches nothing for an issuer that no trust of an active token names', async () => {
      const issuer = await place.openIssuer()
      const to = await place.trusting({}, { issuer })
      await place.on.database.store.tokens.revoke(to.parent.id, 'Test.', timestamp(database.clock.now()))
      expect((await to.exchange()).error).toBe('invalid_request')
      expect(issuer.requests).toEqual([])
    })

    it('fetches keys once for requests at the same time', async () => {
      const issuer = await place.openIssuer()
      const to = await place.trusting({}, { issuer })
      const answers = await Promise.all([to.exchange(), to.exchange(), to.exchange()])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(issuer.requests).toEqual([issuer.paths.discovery, issuer.paths.keys])
    })

    it('fetches keys anew for an unknown key at once, and then after a minute only', async () => {
      const issuer = await place.openIssuer()
      const to = await place.trusting({}, { issuer })
      expect((await to.exchange()).status).toBe(200)
      database.clock.advance(1)
      issuer.rotateKeys()
      const answers = await Promise.all([to.exchange(), to.exchange()])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(issuer.requests).toHaveLength(4)
      issuer.rotateKeys()
      const token = to.sign()
      database.clock.advance(MINUTE_MS - 1)
      expect((await to.exchange(token)).error).toBe('invalid_request')
      expect(issuer.requests).toHaveLength(4)
      database.clock.advance(1)
      expect((await to.exchange(token)).status).toBe(200)
      expect(issuer.requests).toHaveLength(6)
    })

    it('fetches keys once where the first request already has an unknown key', async () => {
      const issuer = await place.openIssuer()
      const to = await place.trusting({}, { issuer })
      const foreign = () => to.exchange(signToken(signingKey('ES256'), issuer.claims({ sub: to.subject })))
      for (let i = 0; i < 3; i++) {
        expect((await foreign()).error).toBe('invalid_request')
        database.clock.advance(1)
      }
      expect(issuer.requests).toEqual([issuer.paths.discovery, issuer.paths.keys])
    })

    it('accepts no key five minutes after its issuer has withdrawn it', async () => {
      const issuer = await place.openIssuer()
      const to = await place.trusting({}, { issuer })
      expect((await to.exchange()).status).toBe(200)
      const old = issuer.key
      issuer.rotateKeys()
      database.clock.advance(5 * MINUTE_MS)
      expect((await to.exchange(signToken(old, issuer.claims({ sub: to.subject })))).error).toBe('invalid_request')
    })

    const broken: readonly (readonly [
      string,
      number,
      (place: ExchangePlace, at: 'discovery' | 'keys') => Promise<Exchanged>,
    ])[] = [
      ['redirects', 400, withAnswer((_, res) => void res.writeHead(302, { Location: '/elsewhere' }).end())],
      ['answers 10 MB', 400, withAnswer((_, res) => void res.end('x'.repeat(10 * 1024 * 1024)))],
      ['answers no JSON', 400, withAnswer((_, res) => void res.end('<html>'))],
      ['answers a list', 400, withAnswer((_, res) => void res.end('[]'))],
      ['answers 404', 400, withAnswer((_, res) => void res.writeHead(404).end())],
      ['answers 500', 503, withAnswer((_, res) => void res.writeHead(500).end())],
      ['ends the connection', 503, withAnswer((req) => void req.socket.destroy())],
      [
        'answers a bomb in gzip',
        400,
        withAnswer((_, res) => void res.writeHead(200, { 'Content-Encoding': 'gzip' }).end('not gzip')),
      ],
    ]
    const expectNoToken = ({ status, error, headers }: Exchanged, expected: number) => {
      expect([status, error]).toEqual([expected, expected === 503 ? 'temporarily_unavailable' : 'invalid_request'])
      expect(headers.get('retry-after')).toBe(expected === 503 ? '5' : null)
    }
    for (const at of ['discovery', 'keys'] as const) {
      it.each(broken)(
        `issues no token where the issuer %s to the request of its ${at}: %i`,
        async (_, status, attack) => {
          expectNoToken(await attack(place, at), status)
        },
      )

      it(`issues no token where the issuer never answers to the request of its ${at}: 503`, async () => {
        const hasty = await exchangePlace(database, { keys: { timeoutMs: 200 } })
        expectNoToken(await withAnswer(() => undefined)(hasty, at), 503)
        await hasty.close()
      })
    }

    it.each([
      ['the name of another issuer', (own: string) => ({ issuer: `${own}/other` })],
      ['its name with a slash', (own: string) => ({ issuer: `${own}/` })],
      ['no name', () => ({ issuer: undefined })],
      ['no address of keys', () => ({ jwks_uri: undefined })],
      ['keys over http elsewhere', () => ({ jwks_uri: 'http://keys.example/keys' })],
      ['keys in a private network', () => ({ jwks_uri: 'https://10.0.0.1/keys' })],
      ['keys of the metadata service', () => ({ jwks_uri: 'https://169.254.169.254/latest' })],
      ['keys in a file', () => ({ jwks_uri: 'file:///etc/passwd' })],
    ])('issues no token where the discovery document says %s', async (_, change) => {
      const issuer = await place.openIssuer()
      issuer.behavior.discovery = change(issuer.issuer)
      const to = await place.trusting({}, { issuer })
      expect((await to.exchange()).error).toBe('invalid_request')
    })

    it('asks an issuer that failed again after ten seconds only', async () => {
      const issuer = await place.openIssuer()
      issuer.behavior.answers.set(issuer.paths.discovery, (_, res) => void res.writeHead(500).end())
      const to = await place.trusting({}, { issuer })
      for (let i = 0; i < 3; i++) expect((await to.exchange()).status).toBe(503)
      expect(issuer.requests).toHaveLength(1)
      issuer.behavior.answers.clear()
      database.clock.advance(10_000)
      expect((await to.exchange()).status).toBe(200)
    })

    it('trusts a private issuer over TLS that the operator names, with a certificate for its name only', async () => {
      const claims = { aud: AUDIENCE }
      const issuer = await openIssuer({ tlsName: 'issuer.cluster.internal', claims, now: database.clock.now })
      const { resolver, certificate: certificateAuthorities = '', host } = issuer
      const exchangeWith = async (keys: Partial<IssuerKeysOptions>) => {
        const own = await exchangePlace(database, { keys, privateHosts: [host] })
        const answer = await (await own.trusting({}, { issuer })).exchange()
        await own.close()
        return answer.status
      }
      expect(await exchangeWith({ resolver, certificateAuthorities })).toBe(200)
      expect(await exchangeWith({ resolver })).toBe(503)
      await issuer.close()
    })
  })

  describe('exchanges during a change', () => {
    it('issues no token for a parent that was revoked, disabled or has expired', async () => {
      const { clock, store } = database
      const revoked = await place.trusting()
      await store.tokens.revoke(revoked.parent.id, 'Test.', timestamp(clock.now()))
      expect((await revoked.exchange()).error).toBe('invalid_request')
      const ending = await place.trusting({}, { token: { expires_at: timestamp(clock.now() + 1000) } })
      clock.advance(1000)
      expect((await ending.exchange()).error).toBe('invalid_request')
    })

    it('issues no token by a trust that was removed', async () => {
      const to = await place.trusting()
      await place.operate('dashboard_trusts_delete', { path: { token_id: to.parent.id, trust_id: to.trust.id } })
      expect((await to.exchange()).error).toBe('invalid_request')
    })

    it('leaves no active token when the parent is revoked at the same time', async () => {
      for (let round = 0; round < 5; round++) {
        const to = await place.trusting()
        const revoke = () =>
          database.control.store.transaction((tx) =>
            tx.store.tokens.revoke(to.parent.id, 'Test.', timestamp(database.clock.now())),
          )
        await Promise.all([to.exchange(to.sign(), {}, 0), revoke(), to.exchange(to.sign(), {}, 1)])
        const { rows } = await database.control.store.tokens.listSubtree(to.parent.id, { limit: 50 })
        expect(rows.filter(({ status }) => status === 'active')).toEqual([])
      }
    })

    it('leaves no active token when the trust is removed at the same time', async () => {
      for (let round = 0; round < 5; round++) {
        const to = await place.trusting()
        await Promise.all([
          to.exchange(to.sign(), {}, 0),
          place.operate('dashboard_trusts_delete', { path: { token_id: to.parent.id, trust_id: to.trust.id } }),
          to.exchange(to.sign(), {}, 1),
        ])
        const { rows } = await database.control.store.tokens.listSubtree(to.parent.id, { limit: 50 })
        expect(rows.filter(({ status, depth }) => status === 'active' && depth > 0)).toEqual([])
      }
    })

    it('issues no more than what is left of the parent after it was narrowed', async () => {
      const to = await place.trusting({}, { token: { scopes: ['analytics:read', 'products:read'] } })
      await place.operate('dashboard_tokens_update', {
        path: { token_id: to.parent.id },
        body: { scopes: ['products:read'] },
      })
      expect((await to.exchange()).error).toBe('invalid_scope')
    })

    it('gives a child the limits that the parent got after the trust was made', async () => {
      const to = await place.trusting({ limits: { read_only: false, toolsets: ['analytics', 'team'] } })
      const body = { read_only: true, toolsets: ['analytics'], approval: true }
      await place.operate('dashboard_tokens_update', { path: { token_id: to.parent.id }, body })
      expect((await to.exchange()).status).toBe(200)
      const { rows } = await database.control.store.tokens.listSubtree(to.parent.id, { limit: 50 })
      expect(rows.find(({ depth }) => depth > 0)).toMatchObject({
        parent_id: to.parent.id,
        ...body,
        preview_first: false,
      })
    })
  })

  describe('client authentication at the exchange', () => {
    it.each([
      ['a client secret', { client_id: 'x', client_secret: 'y' }, {}],
      ['a client assertion', { client_assertion: 'x', client_assertion_type: 'y' }, {}],
      ['an Authorization header', {}, { authorization: 'Basic eDp5' }],
      ['a token in the Authorization header', {}, { authorization: 'Bearer jt_x' }],
    ])('rejects %s as invalid_client', async (_, parameters, headers) => {
      const to = await place.trusting()
      const form = { grant_type: TOKEN_EXCHANGE, subject_token_type: JWT, subject_token: to.sign(), ...parameters }
      const { status, error } = await place.post(form, 0, headers)
      expect([status, error]).toEqual([401, 'invalid_client'])
    })

    it('ignores the name of a client and parameters that it does not know', async () => {
      const to = await place.trusting()
      expect((await to.exchange(to.sign(), { client_id: 'ci', colour: 'blue' })).status).toBe(200)
    })

    it('counts exchanges against the limit of the token endpoint', async () => {
      const limited = await exchangePlace(database, { environment: { RATE_LIMIT_OAUTH: '2' } })
      const to = await limited.trusting()
      const answers = [await to.exchange(), await to.exchange(), await to.exchange()]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
      await limited.close()
    })
  })

  it('gives an account at most 5,000 tokens in 24 hours', async () => {
    const to = await place.trusting()
    const { owner } = place.on.people
    const at = timestamp(database.clock.now())
    const actor = { kind: 'account_token', credential: to.parent.id, account: owner.account.id, lineage: [] } as const
    const exchanged = { at, actor, channel: 'rest', operation: 'token_exchange', summary: 'Exchange.' } as const
    const rest = { product: undefined, subject: undefined, idempotency_key: undefined, address: undefined }
    await database.control.store.transaction(async (tx) => {
      for (let i = 0; i < 5_000; i++)
        await tx.store.audit.append({ id: `aud_daily${i}`, ...exchanged, ...rest, changes: [], request_id: undefined })
    })
    expect((await to.exchange()).error).toBe('invalid_target')
    database.clock.advance(DAY_MS + 1)
    expect((await to.exchange()).status).toBe(200)
  })
})

/** The head and claims of one token with the signature of another. */
function spliced(token: string, other: string): string {
  return [...token.split('.').slice(0, 2), other.split('.')[2]].join('.')
}

function changed(token: string, claims: object): string {
  const [header, , signature] = token.split('.')
  return `${header}.${part(claims)}.${signature}`
}

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** The second valid form of an ECDSA signature: s is replaced by n − s. */
function otherForm(token: string): string {
  const at = token.lastIndexOf('.') + 1
  const bytes = Buffer.from(token.slice(at), 'base64url')
  const s = BigInt(`0x${bytes.subarray(32).toString('hex')}`)
  const other = Buffer.from((ORDER - s).toString(16).padStart(64, '0'), 'hex')
  return token.slice(0, at) + Buffer.concat([bytes.subarray(0, 32), other]).toString('base64url')
}

type Answer = Parameters<Awaited<ReturnType<ExchangePlace['openIssuer']>>['behavior']['answers']['set']>[1]

function withAnswer(answer: Answer) {
  return async (place: ExchangePlace, at: 'discovery' | 'keys') => {
    const issuer = await place.openIssuer()
    issuer.behavior.answers.set(issuer.paths[at], answer)
    const to = await place.trusting({}, { issuer })
    return to.exchange()
  }
}
