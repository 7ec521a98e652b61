import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** Somebody at the provider. */
export interface ProviderPerson {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

export const PROVIDER_CLIENT = { id: 'footfall', secret: 'a secret of the client at the provider' }

type TokenClaims = Readonly<Record<string, unknown>>

/** What a test changes about the provider while it runs. */
interface Behaviour {
  /** Who signs in next. */
  person: ProviderPerson
  /** Whether the page of the provider waits for a click. */
  asks: boolean
  /** Changes the ID token before it is signed again with the key of the provider. */
  changeToken: ((claims: TokenClaims) => TokenClaims) | undefined
  /** Whether the changed token is signed with a key that the provider does not publish. */
  forge: boolean
  /** Answers instead of the provider: a status, or nothing at all. */
  broken: number | 'silent' | undefined
}

/** The certified `oidc-provider` on its own port, with pages that sign a given person in. */
export async function identityProvider(redirectUris: readonly string[]) {
  const behaviour: Behaviour = {
    person: { sub: 'nobody' },
    asks: false,
    changeToken: undefined,
    forge: false,
    broken: undefined,
  }
  const people = new Map<string, ProviderPerson>()
  const requests: string[] = []
  let handle: (req: IncomingMessage, res: ServerResponse) => void = () => {}
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${req.url?.split('?')[0]}`)
    if (behaviour.broken === 'silent') return void req.socket.destroy()
    if (behaviour.broken !== undefined) return void res.writeHead(behaviour.broken).end('{}')
    return handle(req, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const useNewKeys = () => {
    const key = signingKey()
    const provider = new Provider(issuer, configuration(redirectUris, key, people))
    const answer = provider.callback()
    handle = async (req, res) => {
      if (req.url?.startsWith('/interaction/')) return signPersonIn(provider, behaviour, people, req, res)
      if (req.url === '/token') changeAnswer(res, behaviour, key)
      return answer(req, res)
    }
  }
  useNewKeys()

  return {
    issuer,
    behaviour,
    requests,
    /** Replaces the signing key, as providers do from time to time. */
    rotateKeys: useNewKeys,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type IdentityProvider = Awaited<ReturnType<typeof identityProvider>>

interface SigningKey {
  readonly key: KeyObject
  readonly kid: string
}

function signingKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
  return { key: privateKey, kid }
}

function configuration(
  redirectUris: readonly string[],
  { key, kid }: SigningKey,
  people: ReadonlyMap<string, ProviderPerson>,
): Configuration {
  return {
    clients: [
      {
        client_id: PROVIDER_CLIENT.id,
        client_secret: PROVIDER_CLIENT.secret,
        redirect_uris: [...redirectUris],
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the cookies of the provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: async () => ({ ...person }) }
    },
    // Everybody has agreed to share what the client asks for.
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

async function signPersonIn(
  provider: Provider,
  { asks, person }: Behaviour,
  people: Map<string, ProviderPerson>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  if (asks && req.method === 'GET') {
    res.setHeader('Content-Type', 'text/html; charset=utf-8')
    res.end(`<!doctype html><title>Example ID</title><h1>Example ID</h1>
<form method="post"><button>Sign in as ${person.sub}</button></form>`)
    return
  }
  people.set(person.sub, person)
  await provider.interactionFinished(req, res, { login: { accountId: person.sub } })
}

/** Puts another ID token into the answer of the token endpoint. */
function changeAnswer(res: ServerResponse, { changeToken, forge }: Behaviour, { key, kid }: SigningKey): void {
  if (changeToken === undefined && !forge) return
  const end = res.end.bind(res)
  res.end = ((chunk: unknown) => {
    const answer = JSON.parse(String(chunk))
    const [, body = ''] = String(answer.id_token).split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const signer = forge ? signingKey().key : key
    const text = JSON.stringify({ ...answer, id_token: jwt(changeToken?.(claims) ?? claims, signer, kid) })
    res.setHeader('Content-Length', Buffer.byteLength(text))
    return end(text)
  }) as typeof res.end
}

function jwt(claims: TokenClaims, key: KeyObject, kid: string): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode({ alg: 'RS256', kid })}.${encode(claims)}`
  return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`
}
