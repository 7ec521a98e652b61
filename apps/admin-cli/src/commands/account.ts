import { createAccount } from '@footfall/accounts'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { answer, table } from '../terminal.ts'

export function accountCommands(program: Command, context: () => Context): void {
  const account = program.command('account').description('people who sign in')

  account
    .command('create')
    .description('create an account; prints a random password once unless one is given')
    .requiredOption('--email <email>', 'e-mail address to sign in with')
    .requiredOption('--name <name>', 'name that others see')
    .option('--password-stdin', 'read the password from standard input')
    .action(async ({ email, name, passwordStdin }: { email: string; name: string; passwordStdin?: true }) => {
      const { terminal, world, withControlData } = context()
      const given = passwordStdin ? await world.readStdin() : undefined
      const created = await withControlData(({ store }) =>
        createAccount(
          { store, clock: world.clock, random: world.random },
          given === undefined ? { email, name } : { email, name, password: given },
        ),
      )
      const shown = given === undefined ? { password: created.password } : {}
      answer(
        terminal,
        { account: created.account, ...shown },
        [
          `Created ${created.account.id} for ${created.account.email}.`,
          ...(given === undefined ? [`Password (shown this once): ${created.password}`] : []),
        ].join('\n'),
      )
    })

  account
    .command('list')
    .description('list accounts')
    .action(async () => {
      const { terminal, withControlData } = context()
      const accounts = await withControlData(({ store }) => store.accounts.list())
      answer(
        terminal,
        { accounts },
        table(
          ['ID', 'EMAIL', 'NAME', 'CREATED'],
          accounts.map(({ id, email, name, created_at }) => [id, email, name, created_at]),
          'No account yet; make one with `footfall account create`.',
        ),
      )
    })
}
