import {
  type Account,
  type Clock,
  DomainError,
  type Keyring,
  type PasswordReset,
  type Store,
} from '@footfall/core-domain'
import { bindingOf } from '../../../credential-binding.ts'
import { resetCodes, resetIdOf } from './reset-code.ts'

/** The same error for every reason, so that guessing reveals nothing. */
export class ResetNotOpen extends DomainError {
  constructor() {
    super(
      'not_found',
      'This link cannot be used: it is incomplete, is older than one hour, was already used, was replaced by a newer link, or the password was changed since. Ask for a new link.',
    )
  }
}

export interface OpenReset {
  readonly reset: PasswordReset
  readonly account: Account
}

/** The account of a reset that is still open; undefined otherwise. */
export async function accountOfOpenReset(
  { accounts }: Pick<Store, 'accounts'>,
  reset: PasswordReset | undefined,
  clock: Clock,
): Promise<Account | undefined> {
  if (reset === undefined || reset.used_at !== undefined || clock.now() >= Date.parse(reset.expires_at))
    return undefined
  if ((await accounts.status(reset.account)) !== 'active') return undefined
  const account = await accounts.find(reset.account)
  const isBound = account && bindingOf(account, await accounts.findPassword(account.id)) === reset.bound_to
  return isBound ? account : undefined
}

/** The reset and the account that a code opens. Throws `ResetNotOpen`. */
export async function openReset(
  store: Pick<Store, 'accounts' | 'passwordResets'>,
  { clock, key }: { readonly clock: Clock; readonly key: Keyring },
  code: string,
): Promise<OpenReset> {
  const id = resetIdOf(code)
  const reset = id && (await store.passwordResets.find(id))
  if (reset === undefined || !resetCodes(key).isCodeOf(reset, code)) throw new ResetNotOpen()
  const account = await accountOfOpenReset(store, reset, clock)
  if (account === undefined) throw new ResetNotOpen()
  return { reset, account }
}
