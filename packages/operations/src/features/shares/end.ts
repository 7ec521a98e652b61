import { SharedLink, timestamp } from '@footfall/core-domain'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { found, shareParams } from './share.ts'

export const endShare = defineWrite({
  name: 'dashboard_shares_end',
  method: 'DELETE',
  path: '/api/v1/products/{product}/shares/{share}',
  title: 'End a shared link',
  activity: 'Shared link ended',
  description: 'Ends a shared link for good; it shows nothing from the next request on.',
  scope: 'settings:write',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  params: shareParams,
  output: SharedLink,
  destructive: true,
  examples: [{ path: { share: 'shared link' } }],
  async plan(call, { share }) {
    const link = await found(call, share)
    const { product, clock } = call
    const hasEnded = link.status === 'ended'
    return {
      summary: `End the shared link “${link.name}” of “${product.name}”.`,
      changes: hasEnded ? [] : [{ path: 'status', from: link.status, to: 'ended' }],
      revision: link.revision,
      warnings: async () => (hasEnded ? [] : ['The link and every page that embeds it stop working.']),
      async commit({ store }) {
        const result = hasEnded ? link : await store.sharedLinks.end(product.id, link.id, timestamp(clock.now()))
        return { result, subject: link.id }
      },
    }
  },
})
