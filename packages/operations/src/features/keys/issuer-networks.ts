import { DelegationExceeded, type ProductKey, type Store } from '@footfall/core-domain'
import { networkExcess } from '@footfall/scopes-policy'

/** Throws `DelegationExceeded` for networks beyond those of the token that issued the key. A person issues without a limit. */
export async function assertWithinIssuer(
  store: Pick<Store, 'productKeys' | 'tokens'>,
  key: Pick<ProductKey, 'id'>,
  networks: ProductKey['allowed_networks'],
): Promise<void> {
  const issuer = await store.productKeys.issuerToken(key.id)
  const record = issuer && (await store.tokens.find(issuer))
  const excess = record && networkExcess(record.token.allowed_networks, networks, 'parent token')
  if (excess !== undefined) throw new DelegationExceeded(excess.detail)
}
