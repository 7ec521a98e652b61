import { type Account, assertProductsKeepAnOwner } from '@footfall/core-domain'
import { deleteAccountAsOperator } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { CommandError, UsageError } from '../errors.ts'
import { accountByEmail } from '../lookup.ts'
import { printResult } from '../terminal.ts'

export function accountDeletionCommand(account: Command, context: () => Context): void {
  account
    .command('delete')
    .description('delete an account with its sessions, tokens, connections, memberships and issued keys')
    .requiredOption('--email <email>', 'email of the account')
    .option('--yes', 'do not ask; required without a terminal')
    .addHelpText(
      'after',
      `
Rejected if a product would be left without an owner; the message names the products. Audit
entries remain under the identifier of the account.`,
    )
    .action(async ({ email, yes }: { email: string; yes?: true }) => {
      const current = context()
      const { found, ended } = await current.changeControlData(async (control) => {
        const { store } = control
        const account = await accountByEmail(store, email)
        await assertProductsKeepAnOwner(store, account.id)
        if (yes !== true) await confirm(current, account)
        // By id: another account may have taken the email since the question was asked.
        return { found: account, ended: await current.execute(control, deleteAccountAsOperator, { id: account.id }) }
      })
      const counts = Object.entries(ended).map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
      printResult(
        current.terminal,
        { id: found.id, deleted: true, ...ended },
        `Deleted ${found.id} (${found.email}). Also ended: ${counts.join(', ')}.`,
      )
    })
}

async function confirm({ terminal, dependencies }: Context, { email, name }: Account): Promise<void> {
  const typed = terminal.json
    ? undefined
    : await dependencies.ask(`Delete ${name} <${email}>? This can't be undone. Type the email to confirm: `)
  if (typed === undefined) throw new UsageError('--yes: is required without a terminal')
  if (typed.trim().toLowerCase() !== email) throw new CommandError('That is not the email; nothing was deleted.')
}
