import {
  type Clock,
  currentKey,
  type Keyring,
  openWithAny,
  type RandomSource,
  type SessionId,
} from '@footfall/core-domain'
import { createSigner } from '@footfall/http-primitives'
import type { RequestSecrets } from './openid-provider.ts'

const VERSION = 'ps1'
const LIFETIME_MS = 600_000
const ID_BYTES = 24
const STATE_CHARACTERS_MAX = 300

/** What a sign-in at the provider is for: a new session, or confirming the one of this browser. */
export type SignInPurpose = { readonly kind: 'sign_in' } | { readonly kind: 'confirm'; readonly session: SessionId }

export interface OpenedSignIn extends RequestSecrets {
  /** Names the sign-in; it is not secret. */
  readonly id: string
  readonly purpose: SignInPurpose
  readonly startedAtMs: number
  readonly expiresAtMs: number
  readonly expired: boolean
}

/** The secret of a browser, from a cookie, and its session. */
export interface SignInBrowser {
  readonly secret: string
  readonly session: SessionId | undefined
}

/** The `state` of a sign-in at the provider, and what is derived from it. Nothing is stored until it is used. */
export interface SignInStates {
  issue(browser: SignInBrowser, purpose: SignInPurpose): OpenedSignIn
  /** Undefined for a state that was not issued to this browser, or to confirm another session. */
  open(state: string, browser: SignInBrowser): OpenedSignIn | undefined
}

/** `ps1.{purpose}.{started}.{id}.{mac}`; the MAC also covers the secret of the browser and the session to confirm. */
export function createSignInStates({
  key,
  clock,
  random,
}: {
  readonly key: Keyring
  readonly clock: Clock
  readonly random: RandomSource
}): SignInStates {
  // The nonce and the verifier are derived from the key that signed the state.
  const signersOf = (one: Uint8Array) => ({
    states: createSigner(one, 'footfall provider sign-in state'),
    nonces: createSigner(one, 'footfall provider sign-in nonce'),
    verifiers: createSigner(one, 'footfall provider sign-in verifier'),
  })
  type Signers = ReturnType<typeof signersOf>

  const opened = (
    { nonces, verifiers }: Signers,
    state: string,
    id: string,
    startedAtMs: number,
    purpose: SignInPurpose,
  ): OpenedSignIn => {
    const expiresAtMs = startedAtMs + LIFETIME_MS
    const expired = expiresAtMs <= clock.now()
    return {
      state,
      id,
      startedAtMs,
      expiresAtMs,
      expired,
      purpose,
      nonce: nonces.sign(id),
      verifier: verifiers.sign(id),
    }
  }

  return {
    issue({ secret }, purpose) {
      const id = Buffer.from(random.bytes(ID_BYTES)).toString('base64url')
      const startedAtMs = clock.now()
      const body = `${VERSION}.${purpose.kind}.${startedAtMs}.${id}`
      const signers = signersOf(currentKey(key))
      return opened(signers, `${body}.${signers.states.sign(signed(secret, purpose, body))}`, id, startedAtMs, purpose)
    },

    open(state, { secret, session }) {
      if (state.length > STATE_CHARACTERS_MAX) return undefined
      const dot = state.lastIndexOf('.')
      const body = state.slice(0, dot)
      const [version, kind, startedAt, id] = body.split('.')
      const purpose = purposeOf(kind, session)
      if (version !== VERSION || purpose === undefined || id === undefined) return undefined
      const text = signed(secret, purpose, body)
      return openWithAny(key, (one) => {
        const signers = signersOf(one)
        if (!signers.states.verify(text, state.slice(dot + 1))) return undefined
        return opened(signers, state, id, Number(startedAt), purpose)
      })
    },
  }
}

function signed(secret: string, purpose: SignInPurpose, body: string): string {
  return `${secret}\n${purpose.kind === 'confirm' ? purpose.session : ''}\n${body}`
}

function purposeOf(kind: string | undefined, session: SessionId | undefined): SignInPurpose | undefined {
  if (kind === 'sign_in') return { kind }
  return kind === 'confirm' && session !== undefined ? { kind, session } : undefined
}
