import { createSealer, type Keyring, type RandomSource, type Sealer, type ShareId } from '@footfall/core-domain'

/** Encrypts the secrets of shared links, so that a copy of the database opens no link. */
export function linkSealer({ key, random }: { readonly key: Keyring; readonly random: RandomSource }): Sealer {
  return createSealer(key, 'shared links', random)
}

/** The secret belongs to its link: it opens at no other. */
const labelOf = (link: ShareId) => `link ${link}`

export function sealLink(sealer: Sealer, link: ShareId, secret: string): string {
  return sealer.seal(secret, labelOf(link))
}

/** Undefined where no key of the service opens it. */
export function openLink(sealer: Sealer, link: ShareId, sealed: string): string | undefined {
  return sealer.open(sealed, labelOf(link))
}

export function resealLink(sealer: Sealer, link: ShareId, sealed: string): string | undefined {
  const secret = openLink(sealer, link, sealed)
  return secret === undefined ? undefined : sealLink(sealer, link, secret)
}
