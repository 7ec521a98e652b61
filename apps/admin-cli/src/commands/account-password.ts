import {
  assertPassword,
  createPasswordChecks,
  createSessions,
  hashPassword,
  issueReset,
  mintPassword,
  passwordResetLinks,
  putNewPassword,
} from '@footfall/accounts'
import { sessionKeys } from '@footfall/config'
import { issueResetLinkAsOperator, setPasswordAsOperator } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { accountByEmail } from '../lookup.ts'
import { counted } from '../numbers.ts'
import { printResult } from '../terminal.ts'

interface ResetOptions {
  readonly email: string
  readonly passwordStdin?: true
  readonly link?: true
}

export function accountPasswordCommand(account: Command, context: () => Context): void {
  account
    .command('reset-password')
    .description('set a new password; prints a random one once unless one is given')
    .requiredOption('--email <email>', 'email of the account')
    .option('--password-stdin', 'read the password from standard input')
    .option('--link', 'print a link by which the person chooses a password within one hour')
    .addHelpText(
      'after',
      `
A new password ends every session, token and connection of the account and the Website API keys that it
issued. The person gets an email. A link ends nothing until it is used.`,
    )
    .action(async (options: ResetOptions) => {
      if (options.link === true && options.passwordStdin === true)
        throw new UsageError('--link: cannot be combined with --password-stdin')
      return options.link === true ? printLink(context(), options.email) : setPassword(context(), options)
    })
}

/** Nobody signs in here, so there is nothing to log. */
const NO_LOG = { info: () => {}, error: () => {} }

async function setPassword(context: Context, { email, passwordStdin }: ResetOptions): Promise<void> {
  const { terminal, settings } = context
  const { clock, random, readStdin } = context.dependencies
  const given = passwordStdin === true ? await readStdin() : undefined
  const password = given ?? mintPassword(random)
  const { account, signedOut, ended } = await context.changeControlData(async (control) => {
    const { store } = control
    const found = await accountByEmail(store, email)
    if (given !== undefined) assertPassword(given, found)
    const key = await sessionKeys(settings(), random)
    const sessions = createSessions({ reader: control.sessions, store, clock, random, key })
    const passwords = createPasswordChecks({ store, attempts: control.signInAttempts, clock, random, key, log: NO_LOG })
    const hash = await hashPassword(password, random)
    const done = await context.execute(control, setPasswordAsOperator, {
      id: found.id,
      put: (tx, current) => putNewPassword(tx, { sessions, clock, random }, current, hash),
    })
    await passwords.forgetFailures(found)
    return { account: found, ...done }
  })
  printResult(
    terminal,
    { id: account.id, signed_out: signedOut, ...ended, ...(given === undefined && { password }) },
    [
      `${account.email} has a new password and is signed out everywhere. Also ended: ${counted(ended.tokens, 'token')}, ${counted(ended.keys, 'Website API key')}, ${counted(ended.connections, 'connection')}.`,
      ...(given === undefined ? [`Password (shown this once): ${password}`] : []),
      ...(settings().oidc?.only === true
        ? ['Passwords are off (OIDC_ONLY=1), so nobody can sign in with it now.']
        : []),
    ].join('\n'),
  )
}

async function printLink(context: Context, email: string): Promise<void> {
  const { terminal, settings } = context
  const { clock, random } = context.dependencies
  const { baseUrl } = settings()
  const { account, link } = await context.changeControlData(async (control) => {
    const found = await accountByEmail(control.store, email)
    const key = await sessionKeys(settings(), random)
    const issued = await context.execute(
      control,
      issueResetLinkAsOperator,
      {
        id: found.id,
        async issue(store, current) {
          const reset = await issueReset(store, current, { clock, random })
          const issuedLink = await passwordResetLinks({ store, clock, key, baseUrl })(reset.id)
          if (issuedLink === undefined) throw new Error('A new password reset cannot have ended.')
          return issuedLink
        },
      },
      `${found.email} is disabled; run \`footfall account enable\` first, or set a password instead.`,
    )
    return { account: found, link: issued }
  })
  const url = link.url.reveal()
  printResult(
    terminal,
    { id: account.id, link: url, expires_at: link.expires_at },
    `${url}\n\nOnly for ${account.email}. It works once, until ${link.expires_at}.`,
  )
}
