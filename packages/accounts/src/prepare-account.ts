import {
  Account,
  type Clock,
  InvalidRequest,
  idFactory,
  type RandomSource,
  timestamp,
  toFieldErrors,
  type WritableStore,
} from '@footfall/core-domain'
import { hashPassword } from './methods/password/password-hash.ts'
import { mintPassword, passwordProblems } from './methods/password/rules/password-rules.ts'

const Person = Account.pick({ email: true, name: true })

export interface NewAccount {
  readonly email: string
  readonly name: string
  /** 12 to 128 characters, and not common. Null for an account without one, whose person signs in with a provider. */
  readonly password?: string | null
}

export interface PreparedAccount {
  readonly account: Account
  /** The generated password, if none was given. Show it once; it is not stored. */
  readonly password?: string
  /** Stores the account and its password. Throws `AlreadyExists` for a known email address. */
  write(store: Pick<WritableStore, 'accounts'>): Promise<void>
}

/** An account that is validated and hashed, and not stored yet. Throws `InvalidRequest` with every wrong field. */
export async function prepareAccount(
  { clock, random }: { readonly clock: Clock; readonly random: RandomSource },
  { email, name, password }: NewAccount,
): Promise<PreparedAccount> {
  const person = checked({ email, name }, password)
  const used = password === undefined ? mintPassword(random) : password
  const hash = used === null ? undefined : await hashPassword(used, random)
  const at = timestamp(clock.now())
  const account: Account = { id: idFactory(random).account(), ...person, language: null, created_at: at }
  return {
    account,
    ...(password === undefined && used !== null && { password: used }),
    async write({ accounts }) {
      await accounts.insert(account)
      if (hash !== undefined) await accounts.putPassword(account.id, hash, at)
    },
  }
}

/** Reports every wrong field, for the form. */
function checked(
  person: Omit<NewAccount, 'password'>,
  password: string | null | undefined,
): Pick<Account, 'email' | 'name'> {
  const parsed = Person.safeParse(person)
  const errors = [
    ...(parsed.error?.issues ?? []).flatMap((issue) => toFieldErrors(issue)),
    ...(typeof password !== 'string' ? [] : passwordProblems(password, 'password', person)),
  ]
  if (parsed.data === undefined || errors.length > 0) throw new InvalidRequest(errors)
  return parsed.data
}
