import { DAY_SECONDS, HOUR_MS, SECOND_MS } from '@footfall/core-domain'
import {
  type FieldOccurrence,
  isSignatureError,
  SignatureErrorCode,
  type VerifiedSignature,
  verifySignature,
} from 'http-message-sig'
import { isInnerList, parseDictionary } from 'structured-headers'
import type { Verdict } from '../enrich/crawler-lists.ts'
import type { SeenSignatures, UsedSignature } from './seen-signatures.ts'
import type { SignerKeys } from './signer-keys.ts'

/** A request that carried a signature, as the server that saw it reports it. */
export interface SignedRequest {
  readonly method: string
  readonly url: string
  readonly userAgent: string
  readonly signature: string
  readonly signatureInput: string
  readonly signatureAgent: string | undefined
  /** Further headers that the signature covers, by their name. */
  readonly headers: Readonly<Record<string, string>>
  /** When it was received, in epoch milliseconds. */
  readonly at: number
}

export interface SignatureVerdict {
  readonly verdict: Verdict
  /** Set where it was used up, so that it can be given back. */
  readonly used?: UsedSignature
}

export interface SignatureDependencies {
  readonly keys: SignerKeys
  readonly seen: SeenSignatures
  readonly clock: { now(): number }
}

const TAG = 'web-bot-auth'
const CLOCK_SKEW_SECONDS = 60
/** What the architecture of Web Bot Auth recommends as the longest life of a signature. */
const AGE_SECONDS_MAX = DAY_SECONDS
/** How late a request may be reported for its signature to be checked: used signatures are remembered for this long. */
const LATE_MS_MAX = 6 * HOUR_MS

const NO_VERDICT: SignatureVerdict = { verdict: null }
const FALSE: SignatureVerdict = { verdict: false }

/**
 * Verifies the signature of a request (RFC 9421, Web Bot Auth) by the keys of the signer that its crawler is known to have. Null
 * where it cannot be verified: the keys cannot be fetched, or something that the signature covers is not reported.
 */
export async function signatureVerdict(
  { keys, seen, clock }: SignatureDependencies,
  request: SignedRequest,
  signer: string,
): Promise<SignatureVerdict> {
  if (signerOf(request.signatureAgent, signer) !== signer) return FALSE
  const label = labelOf(request.signatureInput)
  if (label === undefined) return FALSE
  let isUnavailable = false
  try {
    const verified = await verifySignature(messageOf(request), {
      label,
      policy: {
        algorithms: ['ed25519'],
        requiredComponents: [],
        requiredParameters: ['created', 'expires', 'keyid', 'tag'],
        maxAge: AGE_SECONDS_MAX,
        clockSkew: CLOCK_SKEW_SECONDS,
        now: Math.floor(request.at / SECOND_MS),
        validate: (signature) => coversWhoAndWhere(signature, request),
      },
      async resolveVerifier({ parameters }) {
        const key = await keys.find(signer, parameters.keyid ?? '')
        isUnavailable = key === 'unavailable'
        if (typeof key === 'string') throw new Error(`the key is ${key}`)
        return key
      },
    })
    return usedOnce({ seen, clock }, verified, signer)
  } catch (error) {
    if (isUnavailable || !isSignatureError(error)) return NO_VERDICT
    return NOT_REPORTED.has(error.code) ? NO_VERDICT : FALSE
  }
}

/** The signature covers something that was not reported, or that is not read here. */
const NOT_REPORTED: ReadonlySet<string> = new Set([
  SignatureErrorCode.MissingField,
  SignatureErrorCode.UnsupportedFeature,
])

/** Without the host, a signature would be valid everywhere; without its signer, for anybody’s keys. */
function coversWhoAndWhere({ components }: VerifiedSignature, { signatureAgent }: SignedRequest): boolean {
  const names = new Set(components.map(({ name }) => name))
  const where = names.has('@authority') || names.has('@target-uri')
  return where && (signatureAgent === undefined || names.has('signature-agent'))
}

function usedOnce(
  { seen, clock }: Pick<SignatureDependencies, 'seen' | 'clock'>,
  { parameters, signature }: VerifiedSignature,
  signer: string,
): SignatureVerdict {
  const { expires = 0, keyid = '', nonce } = parameters
  const untilMs = (expires + CLOCK_SKEW_SECONDS) * SECOND_MS + LATE_MS_MAX
  if (untilMs < clock.now()) return NO_VERDICT
  const used = { signer, keyId: keyid, nonce: nonce ?? Buffer.from(signature).toString('base64'), untilMs }
  switch (seen.use(used)) {
    case 'first':
      return { verdict: true, used }
    case 'again':
      return FALSE
    case 'full':
      return NO_VERDICT
  }
}

function messageOf({ method, url, userAgent, signature, signatureInput, signatureAgent, headers }: SignedRequest) {
  const given: Readonly<Record<string, string>> = {
    ...headers,
    'user-agent': userAgent,
    signature,
    'signature-input': signatureInput,
    ...(signatureAgent !== undefined && { 'signature-agent': signatureAgent }),
  }
  const fields: FieldOccurrence[] = Object.entries(given).map(([name, value]) => ({ name, value }))
  return { kind: 'request', method, targetUri: targetOf(url), fields } as const
}

/** As it was on the wire: without a fragment, and in ASCII. */
function targetOf(url: string): string {
  const [target = ''] = url.split('#', 1)
  return /^[\x21-\x7e]+$/.test(target) ? target : new URL(target).href
}

/** The label of the signature of a bot; a request may have others, of proxies. */
function labelOf(signatureInput: string): string | undefined {
  try {
    for (const [label, member] of parseDictionary(signatureInput))
      if (isInnerList(member) && member[1].get('tag') === TAG) return label
  } catch {
    // The header is not a dictionary.
  }
  return undefined
}

/** The host that a Signature-Agent header names: an address, or a dictionary of addresses. Undefined for anything else. */
export function signerOf(signatureAgent: string | undefined, absent?: string): string | undefined {
  if (signatureAgent === undefined) return absent
  const [, address] = /"([^"\\]{1,500})"/.exec(signatureAgent) ?? []
  if (address === undefined || !URL.canParse(address)) return undefined
  const { protocol, host, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' ? host : undefined
}
