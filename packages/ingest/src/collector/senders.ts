import type { BatchedEvent, ProductId, RequestOrigin } from '@footfall/core-domain'
import { type Address, parseAddress } from '../enrich/address.ts'
import { boundedOrigin } from '../enrich/origin.ts'
import { type Pseudonyms, pseudonymsOf } from './recognize-visitor.ts'

/** Where events of a batch came from, for all events of one visitor. */
export interface Sender {
  readonly origin: RequestOrigin
  readonly pseudonyms: Pseudonyms
  /** The address of the origin, parsed when it is first asked for. */
  readonly address: () => Address | undefined
}

/** Undefined for an invalid address. */
export function parsedOnce(text: string): () => Address | undefined {
  let parsed: { readonly address: Address | undefined } | undefined
  return () => {
    parsed ??= { address: parseAddress(text) }
    return parsed.address
  }
}

/** The sender of an event. */
export type SenderOf = (event: BatchedEvent) => Sender

/** The senders of one batch, each prepared with its first event. */
export function sendersOf(product: ProductId): SenderOf {
  const byAgent = new Map<string, Map<string, Sender>>()
  return ({ ip, user_agent, language }) => {
    const key = language === undefined ? ip : `${ip} ${language}`
    const known = byAgent.get(user_agent) ?? new Map<string, Sender>()
    byAgent.set(user_agent, known)
    const before = known.get(key)
    if (before !== undefined) return before
    const origin = boundedOrigin({ address: ip, userAgent: user_agent, language, proxy: undefined })
    const { address, userAgent } = origin
    const pseudonyms = pseudonymsOf({ product, address, userAgent })
    const sender = { origin, pseudonyms, address: parsedOnce(address) }
    known.set(key, sender)
    return sender
  }
}
