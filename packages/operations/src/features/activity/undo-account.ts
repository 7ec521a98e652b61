import { NotFound } from '@footfall/core-domain'
import { defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { entryParams, planOpposite, Undone } from './opposite.ts'

export const undoAccountChange = defineWrite({
  name: 'dashboard_account_activity_undo',
  method: 'POST',
  path: '/api/v1/activity/{entry}/undo',
  title: 'Undo a change of the account',
  activity: 'Change undone',
  description:
    'Makes the opposite of a change of the account, of an account token, of the token policy, or of a report about all products, that the caller’s account made. It needs what that change needed, and is `revision_conflict` if a newer change builds on it. Credentials that the change disabled stay disabled. A change that cannot be undone is rejected with the reason.',
  scope: 'account:read',
  product: 'none',
  role: null,
  allowedPrincipals: PEOPLE_ONLY,
  errors: ['revision_conflict', 'already_exists', 'quota_exceeded', 'delegation_exceeded', 'reauthentication_required'],
  params: entryParams,
  output: Undone,
  examples: [{ path: { entry: 'undoable account change' } }],
  async plan(call, { entry: id }) {
    const entry = await call.store.audit.find(id)
    if (entry === undefined || entry.product !== undefined || entry.actor.account !== call.account) throw new NotFound()
    return planOpposite(call, entry, undefined)
  },
})
