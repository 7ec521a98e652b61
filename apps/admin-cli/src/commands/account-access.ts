import { type AccountId, SessionId } from '@footfall/core-domain'
import { disableAccount, enableAccount, signOutAccount, unlinkProvider } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { accountByEmail } from '../lookup.ts'
import { counted } from '../numbers.ts'
import { printResult } from '../terminal.ts'

/** How an operator contains an account that may be compromised. */
export function accountAccessCommands(account: Command, context: () => Context): void {
  account
    .command('disable')
    .description('disable an account and all its credentials until it is enabled again')
    .requiredOption('--email <email>', 'email of the account')
    .addHelpText(
      'after',
      `
Nobody can sign in to a disabled account. Its sessions, tokens, connections and the Website API keys that it
issued are rejected from the next request on. They do not end: \`footfall account enable\` accepts them
again, except those that were ended in the meantime.`,
    )
    .action(async ({ email }: { email: string }) => {
      const { terminal } = context()
      const id = await changeStatus(context(), email, disableAccount, 'disabled already')
      printResult(
        terminal,
        { id, status: 'disabled' },
        `${email} is disabled. Its sessions, tokens, connections and the Website API keys it issued are rejected from the next request on.`,
      )
    })

  account
    .command('enable')
    .description('enable a disabled account and those of its credentials that have not ended')
    .requiredOption('--email <email>', 'email of the account')
    .action(async ({ email }: { email: string }) => {
      const { terminal } = context()
      const id = await changeStatus(context(), email, enableAccount, 'not disabled')
      printResult(terminal, { id, status: 'active' }, `${email} is enabled; its credentials are accepted again.`)
    })

  account
    .command('unlink-provider')
    .description('unlink an account from the OpenID provider with which the person signs in')
    .requiredOption('--email <email>', 'email of the account')
    .addHelpText(
      'after',
      `
For a person who has a new identity at the provider. The next sign-in there links the account again, by its
verified address. Every session of the account ends, because somebody else may have the old identity.`,
    )
    .action(async ({ email }: { email: string }) => {
      const { terminal, changeControlData, execute } = context()
      const { id, unlinked, signed_out } = await changeControlData(async (control) => {
        const found = await accountByEmail(control.store, email)
        const unchanged = `${found.email} is not linked to a provider.`
        return { id: found.id, ...(await execute(control, unlinkProvider, { id: found.id }, unchanged)) }
      })
      printResult(
        terminal,
        { id, unlinked, signed_out },
        `${email} is no longer linked to a provider, and signed out of ${counted(signed_out, 'browser')}.`,
      )
    })

  account
    .command('sign-out')
    .description('end every session of an account; tokens and connections remain')
    .requiredOption('--email <email>', 'email of the account')
    .option('--session <id>', 'end only this session, as `account sessions` lists it')
    .action(async ({ email, session: given }: { email: string; session?: string }) => {
      const { terminal, changeControlData, execute } = context()
      const session = given === undefined ? undefined : sessionId(given)
      const { id, ended } = await changeControlData(async (control) => {
        const found = await accountByEmail(control.store, email)
        return { id: found.id, ...(await execute(control, signOutAccount, { id: found.id, session })) }
      })
      printResult(terminal, { id, signed_out: ended }, `${email} is signed out of ${counted(ended, 'browser')}.`)
    })
}

function sessionId(given: string): SessionId {
  const parsed = SessionId.safeParse(given)
  if (parsed.success) return parsed.data
  throw new UsageError('--session: must be the id of a session, as `footfall account sessions` lists it')
}

function changeStatus(
  { changeControlData, execute }: Context,
  email: string,
  operation: typeof disableAccount,
  unchanged: string,
): Promise<AccountId> {
  return changeControlData(async (control) => {
    const found = await accountByEmail(control.store, email)
    return (await execute(control, operation, { id: found.id }, `${found.email} is ${unchanged}.`)).id
  })
}
