import { isIP } from 'node:net'
import {
  type AccountId,
  type Clock,
  idFactory,
  type PasskeyRecord,
  type RandomSource,
  timestamp,
} from '@footfall/core-domain'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'

const CHALLENGE_BYTES = 32
const SERVICE_NAME = 'Footfall'
/** EdDSA, ES256 and RS256 (COSE). Others depend on experimental parts of Node.js. */
const ALGORITHMS = [-8, -7, -257]

/** Loaded with the first passkey, since its certificates and their encodings are a large part of a start. */
const library = () => import('@simplewebauthn/server')

/** The options that a browser takes, as WebAuthn defines their JSON. */
export type PasskeyOptions = Readonly<Record<string, unknown>> & { readonly challenge: string }

const text = z.string().max(16_384)
const credential = { id: text, rawId: text, type: z.literal('public-key') }
const extensions = z.record(z.string(), z.unknown()).default({})

/** A new passkey, as `navigator.credentials.create` answers. */
const RegistrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(32)).max(16).optional(),
  }),
  clientExtensionResults: extensions,
})

/** A proof of a passkey, as `navigator.credentials.get` answers. */
const AuthenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish().transform((handle) => handle ?? undefined),
  }),
  clientExtensionResults: extensions,
})

export interface WebAuthnDependencies {
  readonly clock: Clock
  readonly random: RandomSource
  /** Origin of the service: its host is the one that passkeys are bound to. */
  readonly baseUrl: string
  /** The origins whose pages may ask for a passkey. */
  readonly origins: readonly string[]
}

export interface WebAuthn {
  /** Browsers offer passkeys on https and on localhost, and never for an IP address. */
  readonly isAvailable: boolean
  setupOptions(
    account: { readonly id: AccountId; readonly email: string; readonly name: string },
    existing: readonly PasskeyRecord[],
  ): Promise<PasskeyOptions>
  /** The new passkey; undefined for a response that is not for this challenge and origin, or that nobody verified. */
  verifySetup(
    response: unknown,
    challenge: string,
    of: { readonly account: AccountId; readonly name: string },
  ): Promise<PasskeyRecord | undefined>
  proofOptions(): Promise<PasskeyOptions>
  /** The id of the credential that a proof claims to be of. */
  credentialOf(response: unknown): string | undefined
  /** The new counter; undefined for a proof that is wrong, replayed, of another origin or without user verification. */
  verifyProof(response: unknown, challenge: string, passkey: PasskeyRecord): Promise<number | undefined>
}

export function createWebAuthn({ clock, random, baseUrl, origins }: WebAuthnDependencies): WebAuthn {
  const { hostname, protocol } = new URL(baseUrl)
  const expected = { expectedOrigin: [...origins], expectedRPID: hostname, requireUserVerification: true }
  const userHandle = (account: AccountId) => new TextEncoder().encode(account)

  return {
    isAvailable: isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 && (protocol === 'https:' || hostname === 'localhost'),

    async setupOptions({ id, email, name }, existing) {
      const { generateRegistrationOptions } = await library()
      const options = await generateRegistrationOptions({
        rpName: SERVICE_NAME,
        rpID: hostname,
        userID: userHandle(id),
        userName: email,
        userDisplayName: name,
        challenge: Uint8Array.from(random.bytes(CHALLENGE_BYTES)),
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: existing.map(({ credential_id, transports }) => ({
          id: credential_id,
          transports: [...transports],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { ...options }
    },

    async verifySetup(response, challenge, { account, name }) {
      const parsed = RegistrationResponse.safeParse(response)
      if (!parsed.success) return undefined
      const { verifyRegistrationResponse } = await library()
      const verified = await rejectedAsUndefined(() =>
        verifyRegistrationResponse({
          response: parsed.data as RegistrationResponseJSON,
          expectedChallenge: challenge,
          supportedAlgorithmIDs: ALGORITHMS,
          ...expected,
        }),
      )
      if (!verified?.verified) return undefined
      const made = verified.registrationInfo.credential
      return {
        id: idFactory(random).passkey(),
        account,
        name,
        credential_id: made.id,
        public_key: Buffer.from(made.publicKey).toString('base64url'),
        counter: made.counter,
        transports: parsed.data.response.transports ?? [],
        created_at: timestamp(clock.now()),
        last_used_at: undefined,
      }
    },

    async proofOptions() {
      const { generateAuthenticationOptions } = await library()
      const options = await generateAuthenticationOptions({
        rpID: hostname,
        challenge: Uint8Array.from(random.bytes(CHALLENGE_BYTES)),
        userVerification: 'required',
      })
      return { ...options }
    },

    credentialOf(response) {
      const parsed = AuthenticationResponse.safeParse(response)
      return parsed.success ? parsed.data.id : undefined
    },

    async verifyProof(response, challenge, { account, credential_id, public_key, counter }) {
      const parsed = AuthenticationResponse.safeParse(response)
      if (!parsed.success) return undefined
      const { userHandle: handle } = parsed.data.response
      if (handle !== undefined && handle !== Buffer.from(userHandle(account)).toString('base64url')) return undefined
      const { verifyAuthenticationResponse } = await library()
      const verified = await rejectedAsUndefined(() =>
        verifyAuthenticationResponse({
          response: parsed.data as AuthenticationResponseJSON,
          expectedChallenge: challenge,
          credential: {
            id: credential_id,
            publicKey: Uint8Array.from(Buffer.from(public_key, 'base64url')),
            counter,
          },
          ...expected,
        }),
      )
      return verified?.verified ? verified.authenticationInfo.newCounter : undefined
    },
  }
}

/** The library throws for every response that does not verify, and its messages are of no use to people. */
async function rejectedAsUndefined<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify()
  } catch {
    return undefined
  }
}
