import { isSameText } from '@footfall/http-primitives'
import { type Parameters, single } from '../http/parameters.ts'
import type { ClientAuthMethod, EpochMs } from '../records.ts'
import { hashSecret, type RandomBytes, randomSecret } from '../secrets.ts'
import type { MetadataFields } from './metadata-rejected.ts'

/** Where a request carries credentials. */
export interface CredentialSource {
  readonly authorization: string | undefined
  readonly form: Parameters
}

interface PresentedCredential {
  /** Undefined if only the parameter `client_id` names the client. */
  readonly clientId: string | undefined
  readonly credential: string
}

export interface Verification {
  readonly presented: string
  /** The `credential` of the client's record. */
  readonly registered: string
  readonly issuer: string
  readonly now: EpochMs
}

export interface NewCredential {
  /** For the client's record. */
  readonly credential: string
  /** Only for the registration response. */
  readonly secret?: string
}

/** How a confidential client authenticates (RFC 6749 §2.3). */
interface AuthenticationMethod {
  /** The form parameters that carry credentials. */
  readonly parameters: readonly string[]
  read(source: CredentialSource): PresentedCredential | 'malformed' | undefined
  verify(verification: Verification): boolean
  /** Throws `MetadataRejected` if the metadata lack what the method needs. */
  register(metadata: MetadataFields, randomBytes: RandomBytes): NewCredential
}

const clientSecret = {
  verify: ({ presented, registered }: Verification) => isSameText(hashSecret(presented), registered),
  register(_metadata: MetadataFields, randomBytes: RandomBytes): NewCredential {
    const secret = randomSecret(randomBytes)
    return { credential: hashSecret(secret), secret }
  },
}

/** The method of public clients, which have no credentials. */
export const PUBLIC_CLIENT: ClientAuthMethod = 'none'

/** Registration, metadata and both endpoints that authenticate clients use this table. */
export const AUTHENTICATION_METHODS: ReadonlyMap<ClientAuthMethod, AuthenticationMethod> = new Map<
  ClientAuthMethod,
  AuthenticationMethod
>([
  ['client_secret_basic', { ...clientSecret, parameters: [], read: readBasic }],
  ['client_secret_post', { ...clientSecret, parameters: ['client_secret'], read: readPost }],
])

export const CLIENT_AUTH_METHODS: readonly ClientAuthMethod[] = [PUBLIC_CLIENT, ...AUTHENTICATION_METHODS.keys()]

/** Form parameters that no grant type gets to see. */
export const CREDENTIAL_PARAMETERS: ReadonlySet<string> = new Set(
  [...AUTHENTICATION_METHODS.values()].flatMap(({ parameters }) => parameters),
)

function readBasic({ authorization }: CredentialSource): PresentedCredential | 'malformed' | undefined {
  if (authorization === undefined) return undefined
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1]
  if (encoded === undefined) return 'malformed'
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const clientId = formDecode(text.slice(0, colon))
  const credential = formDecode(text.slice(colon + 1))
  return colon < 1 || !clientId || !credential ? 'malformed' : { clientId, credential }
}

function readPost({ form }: CredentialSource): PresentedCredential | undefined {
  const credential = single(form, 'client_secret')
  return credential === undefined ? undefined : { clientId: undefined, credential }
}

/** Both parts are form-urlencoded before they are joined (RFC 6749 §2.3.1 and appendix B). */
function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
