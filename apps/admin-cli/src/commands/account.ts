import { prepareAccount } from '@footfall/accounts'
import { Account, InvalidRequest, timestamp, toFieldErrors } from '@footfall/core-domain'
import { executeForOperator, renameAccount } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { accountByEmail } from '../lookup.ts'
import { recordOperatorAct } from '../operator-entry.ts'
import { answer, table } from '../terminal.ts'
import { accountAccessCommands } from './account-access.ts'
import { accountDeletionCommand } from './account-deletion.ts'
import { accountPasswordCommand } from './account-password.ts'

export function accountCommands(program: Command, context: () => Context): void {
  const account = program.command('account').description('people who sign in')

  account
    .command('create')
    .description('create an account; prints a random password once unless one is given')
    .requiredOption('--email <email>', 'e-mail address to sign in with')
    .requiredOption('--name <name>', 'name that others see')
    .option('--password-stdin', 'read the password from standard input')
    .action(async ({ email, name, passwordStdin }: { email: string; name: string; passwordStdin?: true }) => {
      const { terminal, world, makeControlData } = context()
      const given = passwordStdin ? await world.readStdin() : undefined
      const person = given === undefined ? { email, name } : { email, name, password: given }
      const created = await prepareAccount(world, person)
      await makeControlData(({ store }) =>
        store.transaction(async (tx) => {
          await created.write(tx.store)
          await recordOperatorAct(tx, world, {
            operation: 'account create',
            subject: created.account.id,
            summary: `Create the account ${created.account.id} for ${created.account.email}.`,
            changes: [
              { path: 'email', from: null, to: created.account.email },
              { path: 'name', from: null, to: created.account.name },
            ],
          })
        }),
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
      const { terminal, readControlData } = context()
      const accounts = await readControlData(({ store }) => store.accounts.listWithStatus())
      answer(
        terminal,
        { accounts },
        table(
          ['ID', 'EMAIL', 'NAME', 'STATUS', 'CREATED'],
          accounts.map(({ id, email, name, status, created_at }) => [id, email, name, status, created_at]),
          'No account yet; make one with `footfall account create`.',
        ),
      )
    })

  account
    .command('rename')
    .description('change the name that others see')
    .requiredOption('--email <email>', 'whose account it is')
    .requiredOption('--name <name>', 'the new name')
    .action(async ({ email, name: given }: { email: string; name: string }) => {
      const { terminal, world, changeControlData } = context()
      const name = checkedName(given)
      const renamed = await changeControlData(async ({ store }) => {
        const { id } = await accountByEmail(store, email)
        return executeForOperator(renameAccount, { id, name }, { store, clock: world.clock, random: world.random })
      })
      if (renamed === undefined) throw new Error('A new name is always a change.')
      answer(terminal, { account: renamed }, `${renamed.email} is called ${renamed.name} now.`)
    })

  account
    .command('sessions')
    .description('list the browsers in which a person is signed in')
    .requiredOption('--email <email>', 'whose account it is')
    .action(async ({ email }: { email: string }) => {
      const { terminal, world, readControlData } = context()
      const found = await readControlData(async ({ store, sessions }) =>
        sessions.list((await accountByEmail(store, email)).id, timestamp(world.clock.now())),
      )
      const sessions = found.map(({ id, created_at, expires_at }) => ({ id, created_at, expires_at }))
      answer(
        terminal,
        { sessions },
        table(
          ['ID', 'SIGNED IN', 'ENDS'],
          sessions.map(({ id, created_at, expires_at }) => [id, created_at, expires_at]),
          'Not signed in anywhere.',
        ),
      )
    })

  accountAccessCommands(account, context)
  accountPasswordCommand(account, context)
  accountDeletionCommand(account, context)
}

function checkedName(given: string): string {
  const parsed = Account.shape.name.safeParse(given)
  if (parsed.success) return parsed.data
  throw new InvalidRequest(parsed.error.issues.flatMap((issue) => toFieldErrors(issue, ['name'])))
}
