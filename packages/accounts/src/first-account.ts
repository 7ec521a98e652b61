import { AlreadyExists, type TransactionalStore } from '@footfall/core-domain'
import { type AccountDependencies, type CreatedAccount, createAccount, type NewAccount } from './create-account.ts'

type FirstRun = Omit<AccountDependencies, 'store'> & {
  readonly store: Pick<TransactionalStore, 'accounts' | 'transaction'>
}

/** Whether nobody has an account here yet, so that whoever comes first may make theirs. */
export async function isFirstRun({ store }: Pick<FirstRun, 'store'>): Promise<boolean> {
  return !(await store.accounts.any())
}

/**
 * Makes the first account of the service. Looking and making are one serializable step: of several who try at once one
 * succeeds, the others get `AlreadyExists`, as does everybody later.
 */
export function createFirstAccount(
  { store, ...dependencies }: FirstRun,
  person: NewAccount & { readonly password: string },
): Promise<CreatedAccount> {
  return store.transaction(async (inside) => {
    if (await inside.accounts.any()) throw new AlreadyExists('This service has its first account already.')
    return createAccount({ ...dependencies, store: inside }, person)
  })
}
