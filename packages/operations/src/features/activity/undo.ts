import { NotFound } from '@footfall/core-domain'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { entryParams, planOpposite, Undone } from './opposite.ts'

export const undoChange = defineWrite({
  name: 'dashboard_activity_undo',
  method: 'POST',
  path: '/api/v1/products/{product}/activity/{entry}/undo',
  title: 'Undo a change',
  activity: 'Change undone',
  description:
    'Makes the opposite of a change that the activity lists with `can_undo`, and needs what that change needed. It is `revision_conflict` if a newer change builds on it. A change that cannot be undone is rejected with the reason.',
  scope: 'settings:read',
  product: 'path',
  role: 'admin',
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['revision_conflict', 'already_exists', 'quota_exceeded', 'reauthentication_required'],
  params: entryParams,
  output: Undone,
  examples: [{ path: { entry: 'undoable change' } }],
  async plan(call, { entry: id }) {
    const entry = await call.store.audit.find(id)
    if (entry === undefined || entry.product !== call.product.id) throw new NotFound()
    return planOpposite(call, entry, call.product.id)
  },
})
