import { type Account, assertProductsKeepAnOwner } from '@footfall/core-domain'
import { deleteAccountAsOperator, executeForOperator } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { accountByEmail } from '../lookup.ts'
import { Refusal, Usage } from '../refusal.ts'
import { answer } from '../terminal.ts'

export function accountDeletionCommand(account: Command, context: () => Context): void {
  account
    .command('delete')
    .description('delete an account for good, with its sessions, tokens, connections, memberships and issued keys')
    .requiredOption('--email <email>', 'whose account it is')
    .option('--yes', 'do not ask; needed where nobody can be asked')
    .addHelpText(
      'after',
      `
Refused where a product would be left without an owner; the answer names the products. Audit
entries stay, under the account’s identifier.`,
    )
    .action(async ({ email, yes }: { email: string; yes?: true }) => {
      const here = context()
      const { terminal, world, changeControlData } = here
      const { found, ended } = await changeControlData(async ({ store }) => {
        const looked = await accountByEmail(store, email)
        await assertProductsKeepAnOwner(store, looked.id)
        if (yes !== true) await confirm(here, looked)
        // Whoever was asked saw this account; one that took over its address meanwhile has another identifier.
        const { clock, random } = world
        const done = await executeForOperator(deleteAccountAsOperator, { id: looked.id }, { store, clock, random })
        if (done === undefined) throw new Error('A deletion is always a change.')
        return { found: looked, ended: done }
      })
      const parts = Object.entries(ended).map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
      answer(
        terminal,
        { id: found.id, deleted: true, ...ended },
        `Deleted ${found.id} (${found.email}). With it ended: ${parts.join(', ')}.`,
      )
    })
}

async function confirm({ terminal, world }: Context, { email, name }: Account): Promise<void> {
  const typed = terminal.json
    ? undefined
    : await world.ask(`Delete ${name} <${email}> for good? Type the email address to confirm: `)
  if (typed === undefined) throw new Usage('--yes: is needed where nobody can be asked')
  if (typed.trim().toLowerCase() !== email) throw new Refusal('That is not the address; nothing was deleted.')
}
