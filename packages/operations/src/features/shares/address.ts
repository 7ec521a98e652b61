import { existing } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { openLink } from './kept-link.ts'
import { shareParams } from './share.ts'

export const addressOfShare = defineRead({
  name: 'dashboard_shares_address',
  path: '/api/v1/products/{product}/shares/{share}/address',
  title: 'Read the address of a shared link',
  description:
    'Returns the address of a shared link, to copy it again. null for a link that has ended, for one that was created before addresses were kept, and where the key of the service was replaced without keeping the earlier one.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  params: shareParams,
  output: z.object({ address: z.string().nullable() }),
  async run({ store, product, linkSealer, baseUrl }, { share }) {
    const { id } = existing(await store.sharedLinks.find(product.id, share))
    const sealed = await store.sharedLinks.sealedSecret(product.id, id)
    const secret = sealed === undefined ? undefined : openLink(linkSealer, id, sealed)
    return { data: { address: secret === undefined ? null : `${baseUrl}/share/${secret}` } }
  },
})
