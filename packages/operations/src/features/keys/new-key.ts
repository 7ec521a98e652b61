import {
  type AccountToken,
  DelegationExceeded,
  existing,
  mintSecret,
  PRODUCT_KEY_SCOPES,
  type ProductKey,
  QuotaExceeded,
  type Timestamp,
  type Toolset,
  timestamp,
} from '@footfall/core-domain'
import { instantInWords } from '@footfall/kernel'
import { lifeExcess, limitsOf, networkExcess } from '@footfall/scopes-policy'
import { created, type Plan, type ProductWriteCall } from '../../definition/index.ts'
import { notifyOwner } from '../../messages/notify-owner.ts'
import { keyNameWarnings } from '../../warnings/names.ts'
import { delegatingToken } from '../tokens/delegating-token.ts'
import { networksText } from '../tokens/limits-text.ts'
import { assertInFuture } from '../tokens/new-token.ts'
import { assertWithinPolicy, inheritedEnd } from '../tokens/policy-rules.ts'
import { scopesInWords } from '../tokens/token-in-words.ts'

/** What the holder of a key of each kind does with it. */
const USES: Readonly<Record<ProductKey['kind'], string>> = {
  api: 'can read these statistics',
  payment: 'can record payments of this product',
  crawler_intake: 'can report visits of crawlers to this product',
  ingest: 'can send events of this product, with the address and the user agent of each visitor',
}

/** The tool group whose operations a key with the scope can call. */
const TOOLSET: Readonly<Record<ProductKey['scopes'][number], Toolset>> = {
  'analytics:read': 'analytics',
  'funnels:read': 'settings',
}

interface NewKey extends Pick<ProductKey, 'name' | 'kind' | 'scopes' | 'expires_at'> {
  /** Those of the creating token when absent. */
  readonly allowed_networks?: ProductKey['allowed_networks'] | undefined
}

/**
 * How a key of any kind is created. A key gets no scope and no tool group that its creator lacks, and no longer life: without
 * an end of its own it expires with the token that creates it.
 */
export async function planNewKey(
  call: ProductWriteCall,
  { name, kind, scopes: requested, expires_at, allowed_networks }: NewKey,
): Promise<Plan<ProductKey>> {
  const { store, product, account, quotas, ids, clock, random } = call
  const issuer = await delegatingToken(call)
  const scopes = grantedScopes(call, requested)
  const ends = await endOf(issuer, expires_at, call)
  const networks = networksOf(issuer, allowed_networks)
  if ((await store.productKeys.count(product.id)) >= quotas.keys) throw new QuotaExceeded('active keys', quotas.keys)
  return {
    summary: `Create the ${kind === 'api' ? 'API' : kind.replace('_', ' ')} key “${name}” on “${product.name}”${scopes.length === 0 ? '' : `: it can ${scopesInWords(scopes)}`}${ends.expires_at === undefined ? '' : `, until ${instantInWords(ends.expires_at)}`}${networksText(networks)}.`,
    changes: created({ name, kind, scopes, ...(networks.length > 0 && { allowed_networks: networks }), ...ends }),
    makesSecret: true,
    revision: null,
    warnings: async () => [
      `Everyone who has the key ${USES[kind]}. It ends ${issuer === undefined ? '' : 'with the token that creates it, and '}when the account that creates it is no longer an admin of “${product.name}”.`,
      ...(await keyNameWarnings(call, name)),
    ],
    async commit({ store }) {
      const at = timestamp(clock.now())
      const { secret, stored } = mintSecret('website_key', random)
      const key: Omit<ProductKey, 'issued_by'> = {
        id: ids.productKey(),
        name,
        kind,
        scopes,
        prefix: stored.prefix,
        status: 'active',
        ...ends,
        created_at: at,
        last_used_at: null,
        allowed_networks: networks,
        last_used_network: null,
        last_used_operation: null,
        revision: 1,
        updated_at: at,
      }
      await store.productKeys.insert(product.id, key, stored, { account, token: issuer?.id })
      const result = existing(await store.productKeys.find(product.id, key.id))
      await notifyOwner(store, call, { kind: 'key_created', name, prefix: stored.prefix, product: product.name })
      return { result, secret, subject: key.id }
    },
  }
}

/** Each scope once, in a fixed order. Throws `DelegationExceeded` for what the creator lacks. */
function grantedScopes({ principal }: ProductWriteCall, requested: ProductKey['scopes']): ProductKey['scopes'] {
  const scopes = PRODUCT_KEY_SCOPES.filter((scope) => requested.includes(scope))
  const beyond = scopes.filter((scope) => !principal.scopes.has(scope))
  if (beyond.length > 0) throw new DelegationExceeded(`The caller does not have the scopes ${beyond.join(', ')}.`)
  const { toolsets } = limitsOf(principal)
  const outside = scopes.map((scope) => TOOLSET[scope]).filter((toolset) => toolsets?.has(toolset) === false)
  if (outside.length > 0)
    throw new DelegationExceeded(`The caller is limited by toolsets, and these leave out ${outside.join(' and ')}.`)
  return scopes
}

/** When the key expires. Throws `InvalidRequest` for an end that has passed, `DelegationExceeded` for one after its token’s. */
async function endOf(
  issuer: AccountToken | undefined,
  asked: Timestamp | undefined,
  call: ProductWriteCall,
): Promise<Pick<ProductKey, 'expires_at'>> {
  assertInFuture(asked, call.clock)
  const tokenEnd = issuer?.expires_at ?? null
  const expires_at = asked ?? (issuer === undefined ? null : await inheritedEnd(call, tokenEnd))
  const excess = lifeExcess(tokenEnd, expires_at)
  if (excess !== undefined) throw new DelegationExceeded(excess.detail)
  await assertWithinPolicy(call, expires_at, issuer === undefined ? 'person' : 'token')
  return expires_at === null ? {} : { expires_at }
}

/** Throws `DelegationExceeded` for a network that its token is not accepted from. */
function networksOf(
  issuer: AccountToken | undefined,
  asked: ProductKey['allowed_networks'] | undefined,
): ProductKey['allowed_networks'] {
  const tokenNetworks = issuer?.allowed_networks ?? []
  const networks = asked ?? tokenNetworks
  const excess = networkExcess(tokenNetworks, networks)
  if (excess !== undefined) throw new DelegationExceeded(excess.detail)
  return networks
}
