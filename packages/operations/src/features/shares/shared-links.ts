import {
  acceptedKeys,
  type Clock,
  currentKey,
  HOUR_MS,
  hashSecret,
  InvalidToken,
  isLinkSecret,
  type Keyring,
  type SharedLinkRecord,
  type Store,
} from '@footfall/core-domain'
import { createSigner } from '@footfall/http-primitives'
import { type SharedLinkPrincipal, sharedLinkPrincipal } from '@footfall/scopes-policy'

const SCHEME = 'footfall-share'
/** A proof is good for a working day; then its page asks for the password again. */
const PROOF_LASTS_MS = 12 * HOUR_MS

/** What a page of a shared link presents: the secret, and the proof that its password was given. */
export interface PresentedLink {
  readonly secret: string
  readonly proof: string | undefined
}

/**
 * The credential of `Authorization: Footfall-Share SECRET` or `SECRET.PROOF`; undefined for a header of another scheme. It
 * never travels in a query, where proxies would log it.
 */
export function presentedLink(header: string | undefined): PresentedLink | undefined {
  const text = (header ?? '').trim()
  // Most requests have another scheme.
  if (text.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined
  const [scheme, credential = '', ...rest] = text.split(/ +/)
  if (scheme?.toLowerCase() !== SCHEME) return undefined
  const at = credential.indexOf('.')
  if (rest.length > 0 || at < 0) return { secret: rest.length > 0 ? '' : credential, proof: undefined }
  return { secret: credential.slice(0, at), proof: credential.slice(at + 1) }
}

/** Proofs that the password of a link was given. They hold for one link and one password, until they expire. */
export interface LinkProofs {
  issue(record: SharedLinkRecord): string
  isValid(record: SharedLinkRecord, proof: string): boolean
}

export function createLinkProofs(keys: Keyring, clock: Clock): LinkProofs {
  const signerOf = (key: Uint8Array) => createSigner(key, 'password of a shared link')
  const issuing = signerOf(currentKey(keys))
  const accepted = acceptedKeys(keys).map(signerOf)
  const textOf = ({ link, passwordRevision }: SharedLinkRecord, expiresAt: string) =>
    `${link.id}:${passwordRevision}:${expiresAt}`
  return {
    issue(record) {
      const expiresAt = String(clock.now() + PROOF_LASTS_MS)
      return `${expiresAt}.${issuing.sign(textOf(record, expiresAt))}`
    },
    isValid(record, proof) {
      const [expiresAt = '', signature = '', ...rest] = proof.split('.')
      if (rest.length > 0 || !/^\d{1,16}$/.test(expiresAt) || Number(expiresAt) <= clock.now()) return false
      return accepted.some((signer) => signer.verify(textOf(record, expiresAt), signature))
    },
  }
}

/** The link of a secret, where it has neither ended nor expired; undefined for every other text. */
export async function findActiveLink(
  secret: string,
  { store }: { readonly store: Pick<Store, 'sharedLinks'> },
): Promise<SharedLinkRecord | undefined> {
  if (!isLinkSecret(secret)) return undefined
  const record = await store.sharedLinks.findByHash(hashSecret(secret))
  return record?.link.status === 'active' ? record : undefined
}

export function hasPassed(record: SharedLinkRecord, proof: string | undefined, proofs: LinkProofs): boolean {
  return record.passwordHash === undefined || (proof !== undefined && proofs.isValid(record, proof))
}

/**
 * The principal of a link. Read for every request, so that what a person changes holds from the next one on. Throws
 * `InvalidToken` for a link that is unknown, ended or expired, and for one whose password was not given.
 */
export async function authenticateLink(
  { secret, proof }: PresentedLink,
  services: { readonly store: Pick<Store, 'sharedLinks'>; readonly linkProofs?: LinkProofs | undefined },
): Promise<SharedLinkPrincipal> {
  const { linkProofs } = services
  const record = linkProofs && (await findActiveLink(secret, services))
  if (linkProofs === undefined || record === undefined || !hasPassed(record, proof, linkProofs))
    throw new InvalidToken(true)
  const { link, product } = record
  return sharedLinkPrincipal({
    link: link.id,
    product,
    sections: new Set(link.sections),
    segment: link.segment ?? undefined,
  })
}
