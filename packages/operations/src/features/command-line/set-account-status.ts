import { type AccountId, type AccountStatus, timestamp } from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import { accountOf } from './account.ts'

const setStatus = (name: string, verb: string, from: AccountStatus, to: AccountStatus) =>
  ({
    name,
    async plan({ tx: { store }, clock }, { id }) {
      await accountOf(store, id)
      if ((await store.accounts.status(id)) === to) return undefined
      return {
        summary: () => `${verb} the account ${id}.`,
        async commit() {
          await store.accounts.setStatus(id, to, timestamp(clock.now()))
          // Its reports about all products are not made while it is disabled; what was made before is not sent either.
          if (to === 'disabled')
            for (const report of await store.scheduledReports.list({ account: id }))
              await store.deliveries.cancel(report.id)
          return { result: { id }, subject: id, changes: [{ path: 'status', from, to }] }
        },
      }
    },
  }) satisfies OperatorOperation<{ readonly id: AccountId }, { readonly id: AccountId }>

export const disableAccount = setStatus('account disable', 'Disable', 'active', 'disabled')
export const enableAccount = setStatus('account enable', 'Enable', 'disabled', 'active')
