import { resetSecondFactors } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { accountByEmail } from '../lookup.ts'
import { counted } from '../numbers.ts'
import { printResult } from '../terminal.ts'

export function accountSecondFactorCommand(account: Command, context: () => Context): void {
  account
    .command('reset-second-factor')
    .description('remove the authenticator app, passkeys and recovery codes of an account')
    .requiredOption('--email <email>', 'email of the account')
    .addHelpText(
      'after',
      `
For a person who lost them. Make sure that it is that person: afterwards only the password is needed
to sign in. Every session of the account ends, and the person gets an email.`,
    )
    .action(async ({ email }: { email: string }) => {
      const { terminal, changeControlData, execute } = context()
      const { id, factors, signedOut } = await changeControlData(async (control) => {
        const found = await accountByEmail(control.store, email)
        const unchanged = `${found.email} has no second factor.`
        return { id: found.id, ...(await execute(control, resetSecondFactors, { id: found.id }, unchanged)) }
      })
      printResult(
        terminal,
        { id, removed: factors, signed_out: signedOut },
        `Removed ${counted(factors, 'second factor')} of ${email}, who is signed out everywhere.`,
      )
    })
}
