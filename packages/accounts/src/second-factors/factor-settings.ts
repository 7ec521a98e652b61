import {
  type Account,
  type Clock,
  type FactorSettings,
  InvalidRequest,
  NotFound,
  type RandomSource,
  type SecurityEvent,
  securityNotice,
  type Transaction,
} from '@footfall/core-domain'
import type { SecondFactors } from '../methods/index.ts'
import { type AddFactor, setupEnded } from '../signing-in/second-factor.ts'

export interface FactorSettingsDependencies {
  readonly factors: SecondFactors
  readonly clock: Clock
  readonly random: RandomSource
  /** Whether everybody needs a second factor. */
  readonly required: boolean
}

export function createFactorSettings({ factors, clock, random, required }: FactorSettingsDependencies): FactorSettings {
  const notify = (tx: Transaction, account: Account, event: SecurityEvent) =>
    tx.store.outbox.enqueue(securityNotice({ clock, random }, account, event))

  const add: AddFactor = async ({ method, name, changes, result, setup, insert }, account, store) => {
    const first = !(await store.secondFactors.has(account.id))
    return {
      result,
      first,
      summary: `Add ${name.charAt(0).toLowerCase()}${name.slice(1)} to the account ${account.email}.`,
      changes,
      async commit(tx) {
        if (!(await setup.use(tx.store))) throw setupEnded()
        await insert(tx.store)
        await tx.sessions.putSecondFactor(account.session, method)
        await notify(tx, account, { kind: 'second_factor_added', factor: name })
        return first ? factors.recoveryCodes.replace(account, tx) : undefined
      },
    }
  }

  return {
    required,
    ...factors.settings(add),

    async removal(which, account, store) {
      const held = (await Promise.all(factors.all.map((factor) => factor.held?.(store, account.id) ?? []))).flat()
      const found = held.find(({ id }) => id === which)
      if (found === undefined) throw new NotFound()
      const last = held.length === 1
      if (last && required)
        throw new InvalidRequest([
          {
            path: 'account',
            message: 'needs a second factor on this service; add another one before you remove this one',
          },
        ])
      return {
        factor: found.name,
        last,
        async commit(tx) {
          await (last ? tx.store.secondFactors.removeAll(account.id) : found.remove(tx.store))
          await notify(tx, account, { kind: 'second_factor_removed', factor: found.name })
        },
      }
    },

    async replaceRecoveryCodes(account, tx) {
      const secret = await factors.recoveryCodes.replace(account, tx)
      await notify(tx, account, { kind: 'recovery_codes_replaced' })
      return secret
    },
  }
}
