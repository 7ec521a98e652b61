import { createSealer, type Keyring, type ProductId, type RandomSource, type Sealer } from '@footfall/core-domain'
import { sealLabel } from './google.ts'

/** Encrypts the tokens of providers, so that they cannot be used with only a copy of the database. */
export function providerSealer({ key, random }: { readonly key: Keyring; readonly random: RandomSource }): Sealer {
  return createSealer(key, 'provider tokens', random)
}

/** A refresh token, sealed with the current key; undefined when no accepted key opens it. */
export function resealProviderToken(sealer: Sealer, product: ProductId, sealed: string): string | undefined {
  const token = sealer.open(sealed, sealLabel(product))
  return token === undefined ? undefined : sealer.seal(token, sealLabel(product))
}
