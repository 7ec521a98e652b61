import {
  type Account,
  type AccountId,
  type EndedCredentials,
  passwordChanges,
  type Transaction,
  type WritableStore,
} from '@footfall/core-domain'
import type { OperatorOperation } from '../../definition/operator.ts'
import { accountOf } from './account.ts'
import type { IssuedLink } from './issued-link.ts'

const name = 'account reset-password'

interface EndedWithPassword {
  readonly signedOut: number
  readonly ended: EndedCredentials
}

interface NewPassword {
  readonly id: AccountId
  /** Puts the new password in place and ends what the old one protected. */
  put(tx: Transaction, account: Account): Promise<EndedWithPassword>
}

export const setPasswordAsOperator: OperatorOperation<NewPassword, EndedWithPassword> = {
  name,
  async plan({ tx }, { id, put }) {
    const account = await accountOf(tx.store, id)
    return {
      summary: () => `Set a new password for the account ${id}.`,
      async commit() {
        const result = await put(tx, account)
        return { result, subject: id, changes: passwordChanges(result.signedOut, result.ended) }
      },
    }
  },
}

interface ResetLinkRequest {
  readonly id: AccountId
  issue(store: WritableStore, account: Account): Promise<IssuedLink>
}

/** Returns undefined for a disabled account, which no link would let in. */
export const issueResetLinkAsOperator: OperatorOperation<ResetLinkRequest, IssuedLink> = {
  name,
  async plan({ tx: { store } }, { id, issue }) {
    const account = await accountOf(store, id)
    if ((await store.accounts.status(id)) === 'disabled') return undefined
    return {
      summary: () => `Print a link to reset the password of the account ${id}.`,
      async commit() {
        return { result: await issue(store, account), subject: id, changes: [] }
      },
    }
  },
}
