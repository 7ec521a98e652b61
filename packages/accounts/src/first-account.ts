import { AlreadyExists, type Store, type TransactionalStore } from '@footfall/core-domain'
import type { AccountDependencies, CreatedAccount, NewAccount } from './create-account.ts'
import { prepareAccount } from './prepare-account.ts'

/** Whether the service has no account yet, so that the first visitor may create one. */
export async function isFirstRun({ store }: { readonly store: Pick<Store, 'accounts'> }): Promise<boolean> {
  return !(await store.accounts.any())
}

/**
 * Creates the first account of the service. The check and the creation are one transaction: one of several concurrent
 * calls succeeds, and all others throw `AlreadyExists`.
 */
export async function createFirstAccount(
  dependencies: AccountDependencies & { readonly store: Pick<TransactionalStore, 'accounts' | 'transaction'> },
  person: NewAccount & { readonly password: string },
): Promise<CreatedAccount> {
  // Checked before the password is hashed, which is slow.
  if (!(await isFirstRun(dependencies))) throw alreadyExists()
  const { write, ...created } = await prepareAccount(dependencies, person)
  await dependencies.store.transaction(async (tx) => {
    if (await tx.store.accounts.any()) throw alreadyExists()
    await write(tx.store)
  })
  return created
}

const alreadyExists = () => new AlreadyExists('This service already has its first account.')
