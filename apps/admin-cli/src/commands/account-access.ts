import type { Account, AccountStatus } from '@footfall/core-domain'
import { disableAccount, enableAccount, executeForOperator, signOutAccount } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { accountByEmail } from '../lookup.ts'
import { Refusal } from '../refusal.ts'
import { answer } from '../terminal.ts'

/** How an operator contains an account that somebody else may have. */
export function accountAccessCommands(account: Command, context: () => Context): void {
  account
    .command('disable')
    .description('refuse an account and all its credentials until it is enabled again')
    .requiredOption('--email <email>', 'whose account it is')
    .addHelpText(
      'after',
      `
Nobody signs in to a disabled account. Its sessions, tokens and connections and the product keys
that it issued are refused with the next request. None of them ends: \`footfall account enable\`
brings back what has not been ended meanwhile.`,
    )
    .action(async ({ email }: { email: string }) => {
      const { terminal } = context()
      const { id } = await changeStatus(context(), email, 'disabled')
      answer(
        terminal,
        { id, status: 'disabled' },
        `${email} is disabled. Its sessions, tokens, connections and the product keys it issued are refused from the next request on.`,
      )
    })

  account
    .command('enable')
    .description('let a disabled account in again, with the credentials that have not been ended')
    .requiredOption('--email <email>', 'whose account it is')
    .action(async ({ email }: { email: string }) => {
      const { terminal } = context()
      const { id } = await changeStatus(context(), email, 'active')
      answer(terminal, { id, status: 'active' }, `${email} is enabled; its credentials are accepted again.`)
    })

  account
    .command('sign-out')
    .description('end every session of an account; tokens and connections stay')
    .requiredOption('--email <email>', 'whose account it is')
    .action(async ({ email }: { email: string }) => {
      const {
        terminal,
        world: { clock, random },
        changeControlData,
      } = context()
      const { id, ended } = await changeControlData(async ({ store }) => {
        const { id: account } = await accountByEmail(store, email)
        const done = await executeForOperator(signOutAccount, { id: account }, { store, clock, random })
        return { id: account, ended: done?.ended ?? 0 }
      })
      answer(terminal, { id, signed_out: ended }, `${email} is signed out of ${browsers(ended)}.`)
    })
}

const browsers = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'browser' : 'browsers'}`

function changeStatus({ world, changeControlData }: Context, email: string, to: AccountStatus): Promise<Account> {
  const { clock, random } = world
  const operation = to === 'disabled' ? disableAccount : enableAccount
  return changeControlData(async ({ store }) => {
    const found = await accountByEmail(store, email)
    if ((await executeForOperator(operation, { id: found.id }, { store, clock, random })) === undefined)
      throw new Refusal(`${found.email} is ${to === 'active' ? 'not disabled' : 'disabled already'}.`)
    return found
  })
}
