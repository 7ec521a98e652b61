import { createHash } from 'node:crypto'
import {
  type Clock,
  currentKey,
  type Keyring,
  openWithAny,
  ProductId,
  type RandomSource,
  type SessionId,
} from '@footfall/core-domain'
import { createSigner } from '@footfall/http-primitives'

/** The `state` and PKCE parameters of the authorization request to the provider. */
export interface GrantStates {
  issue(session: SessionId, product: ProductId): { readonly state: string; readonly challenge: string }
  /** Undefined for a state that was not issued to this session. */
  open(state: string, session: SessionId): OpenedState | undefined
}

export interface OpenedState {
  readonly product: ProductId
  readonly expired: boolean
  /** The code verifier (RFC 7636), which only the provider gets. */
  readonly verifier: string
}

const VERSION = 'gs1'
const LIFETIME_MS = 600_000
const NONCE_BYTES = 16
const STATE_CHARACTERS_MAX = 500

/** `gs1.{product}.{expires}.{nonce}.{mac}`: not secret, and nothing is stored. */
export function createGrantStates({
  key,
  clock,
  random,
}: {
  readonly key: Keyring
  readonly clock: Clock
  readonly random: RandomSource
}): GrantStates {
  const signersOf = (one: Uint8Array) => ({
    states: createSigner(one, 'footfall search console state'),
    verifiers: createSigner(one, 'footfall search console verifier'),
  })

  return {
    issue(session, product) {
      const { states, verifiers } = signersOf(currentKey(key))
      const nonce = Buffer.from(random.bytes(NONCE_BYTES)).toString('base64url')
      const body = `${VERSION}.${product}.${clock.now() + LIFETIME_MS}.${nonce}`
      return {
        state: `${body}.${states.sign(`${session}\n${body}`)}`,
        challenge: createHash('sha256').update(verifiers.sign(nonce)).digest('base64url'),
      }
    },

    open(state, session) {
      if (state.length > STATE_CHARACTERS_MAX) return undefined
      const dot = state.lastIndexOf('.')
      const body = state.slice(0, dot)
      // The verifier is derived from the key that signed the state.
      const verifiers = openWithAny(key, (one) => {
        const signers = signersOf(one)
        return signers.states.verify(`${session}\n${body}`, state.slice(dot + 1)) ? signers.verifiers : undefined
      })
      if (verifiers === undefined) return undefined
      const [version, id, expires, nonce] = body.split('.')
      const product = ProductId.safeParse(id)
      if (version !== VERSION || !product.success || nonce === undefined) return undefined
      return { product: product.data, expired: Number(expires) <= clock.now(), verifier: verifiers.sign(nonce) }
    },
  }
}
