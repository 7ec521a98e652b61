import { createSealer, type RandomSource, type Sealer } from '@footfall/core-domain'

/** Encrypts the tokens of providers, so that the database alone is not enough to use them. */
export function providerSealer({ key, random }: { readonly key: Uint8Array; readonly random: RandomSource }): Sealer {
  return createSealer(key, 'provider tokens', random)
}
