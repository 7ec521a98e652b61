import { prepareAccount } from '@footfall/accounts'
import { Account, InvalidRequest, timestamp, toFieldErrors } from '@footfall/core-domain'
import { createAccountAsOperator, renameAccount } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { accountByEmail } from '../lookup.ts'
import { printResult, table } from '../terminal.ts'
import { accountAccessCommands } from './account-access.ts'
import { accountDeletionCommand } from './account-deletion.ts'
import { accountPasswordCommand } from './account-password.ts'
import { accountSecondFactorCommand } from './account-second-factor.ts'

export function accountCommands(program: Command, context: () => Context): void {
  const account = program.command('account').description('people’s accounts')

  account
    .command('create')
    .description('create an account; prints a random password once unless one is given')
    .requiredOption('--email <email>', 'email to sign in with')
    .requiredOption('--name <name>', 'name shown to other members')
    .option('--password-stdin', 'read the password from standard input')
    .addHelpText(
      'after',
      `
With OIDC_ONLY=1 the account gets no password: the person signs in with the provider, which must give the
same email as verified.`,
    )
    .action(async ({ email, name, passwordStdin }: { email: string; name: string; passwordStdin?: true }) => {
      const { terminal, dependencies, settings, createControlData, execute } = context()
      const { oidc } = settings()
      const provider = oidc?.only === true ? oidc.name : undefined
      if (provider !== undefined && passwordStdin)
        throw new UsageError('--password-stdin: OIDC_ONLY=1 switched passwords off')
      const given = passwordStdin ? await dependencies.readStdin() : undefined
      const password = provider === undefined ? given : null
      const created = await prepareAccount(dependencies, { email, name, ...(password !== undefined && { password }) })
      await createControlData((control) => execute(control, createAccountAsOperator, created))
      const shown = created.password === undefined ? {} : { password: created.password }
      printResult(
        terminal,
        { account: created.account, ...shown },
        [
          `Created ${created.account.id} for ${created.account.email}.`,
          ...(created.password === undefined ? [] : [`Password (shown this once): ${created.password}`]),
          ...(provider === undefined ? [] : [`The person signs in with ${provider}.`]),
        ].join('\n'),
      )
    })

  account
    .command('list')
    .description('list accounts')
    .action(async () => {
      const { terminal, readControlData } = context()
      const accounts = await readControlData(({ store }) => store.accounts.listWithStatus())
      printResult(
        terminal,
        { accounts },
        table(
          terminal,
          ['ID', 'EMAIL', 'NAME', 'STATUS', 'CREATED'],
          accounts.map(({ id, email, name, status, created_at }) => [id, email, name, status, created_at]),
          'No account yet; create one with `footfall account create`.',
        ),
      )
    })

  account
    .command('rename')
    .description('change the name shown to other members')
    .requiredOption('--email <email>', 'email of the account')
    .requiredOption('--name <name>', 'the new name')
    .action(async ({ email, name: given }: { email: string; name: string }) => {
      const { terminal, changeControlData, execute } = context()
      const name = checkedName(given)
      const renamed = await changeControlData(async (control) => {
        const { id } = await accountByEmail(control.store, email)
        return execute(control, renameAccount, { id, name })
      })
      printResult(terminal, { account: renamed }, `${renamed.email} is now called ${renamed.name}.`)
    })

  account
    .command('sessions')
    .description('list the browsers in which a person is signed in')
    .requiredOption('--email <email>', 'email of the account')
    .action(async ({ email }: { email: string }) => {
      const { terminal, dependencies, readControlData } = context()
      const found = await readControlData(async ({ store, sessions }) =>
        sessions.list((await accountByEmail(store, email)).id, timestamp(dependencies.clock.now())),
      )
      const sessions = found.map(({ id, created_at, expires_at }) => ({ id, created_at, expires_at }))
      printResult(
        terminal,
        { sessions },
        table(
          terminal,
          ['ID', 'SIGNED IN', 'ENDS'],
          sessions.map(({ id, created_at, expires_at }) => [id, created_at, expires_at]),
          'Not signed in anywhere.',
        ),
      )
    })

  accountAccessCommands(account, context)
  accountPasswordCommand(account, context)
  accountSecondFactorCommand(account, context)
  accountDeletionCommand(account, context)
}

function checkedName(given: string): string {
  const parsed = Account.shape.name.safeParse(given)
  if (parsed.success) return parsed.data
  throw new InvalidRequest(parsed.error.issues.flatMap((issue) => toFieldErrors(issue, undefined, ['name'])))
}
