import { z } from 'zod'
import { defineRead, PEOPLE_ONLY } from '../../definition/index.ts'
import { OpenInvitation, openInvitation } from './open-invitation.ts'

export const listInvitations = defineRead({
  name: 'dashboard_invitations_list',
  path: '/api/v1/products/{product}/invitations',
  title: 'List open invitations',
  description: 'The invitations to a product that were not accepted yet, with who sent them and when they expire.',
  scope: 'team:read',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  output: z.object({ invitations: z.array(OpenInvitation) }),
  async run({ store, product }) {
    return { data: { invitations: (await store.members.listInvitations(product.id)).map(openInvitation) } }
  },
})
