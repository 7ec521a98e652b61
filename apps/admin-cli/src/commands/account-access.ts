import { type Account, type AccountStatus, timestamp } from '@footfall/core-domain'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { accountByEmail } from '../lookup.ts'
import { operatorEntry } from '../operator-entry.ts'
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
      const { terminal, world, changeControlData } = context()
      const { id, ended } = await changeControlData(({ store }) =>
        store.transaction(async (tx) => {
          const found = await accountByEmail(tx.store, email)
          const count = await tx.sessions.removeAll(found.id)
          await tx.store.audit.append(
            operatorEntry(world, {
              operation: 'account sign-out',
              subject: found.id,
              summary: `Sign the account ${found.id} out of ${browsers(count)}.`,
              changes: [{ path: 'sessions', from: count, to: 0 }],
            }),
          )
          return { id: found.id, ended: count }
        }),
      )
      answer(terminal, { id, signed_out: ended }, `${email} is signed out of ${browsers(ended)}.`)
    })
}

const browsers = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'browser' : 'browsers'}`

function changeStatus({ world, changeControlData }: Context, email: string, to: AccountStatus): Promise<Account> {
  const [command, verb, from] =
    to === 'disabled'
      ? (['account disable', 'Disable', 'active'] as const)
      : (['account enable', 'Enable', 'disabled'] as const)
  return changeControlData(({ store }) =>
    store.transaction(async (tx) => {
      const found = await accountByEmail(tx.store, email)
      if (!(await tx.store.accounts.setStatus(found.id, to, timestamp(world.clock.now()))))
        throw new Refusal(`${found.email} is ${to === 'active' ? 'not disabled' : 'disabled already'}.`)
      await tx.store.audit.append(
        operatorEntry(world, {
          operation: command,
          subject: found.id,
          summary: `${verb} the account ${found.id}.`,
          changes: [{ path: 'status', from, to }],
        }),
      )
      return found
    }),
  )
}
