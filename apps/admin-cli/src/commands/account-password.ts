import {
  assertPassword,
  createPasswordChecks,
  createSessions,
  hashPassword,
  issueReset,
  mintPassword,
  passwordChanges,
  passwordResetLinks,
  putNewPassword,
} from '@footfall/accounts'
import { sessionKey } from '@footfall/config'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { accountByEmail } from '../lookup.ts'
import { recordOperatorAct } from '../operator-entry.ts'
import { Refusal, Usage } from '../refusal.ts'
import { answer } from '../terminal.ts'

interface ResetOptions {
  readonly email: string
  readonly passwordStdin?: true
  readonly link?: true
}

export function accountPasswordCommand(account: Command, context: () => Context): void {
  account
    .command('reset-password')
    .description('set a new password; prints a random one once unless one is given')
    .requiredOption('--email <email>', 'whose account it is')
    .option('--password-stdin', 'read the password from standard input')
    .option('--link', 'print a link instead, by which the person chooses a password within one hour')
    .addHelpText(
      'after',
      `
A new password ends every session and, as when people change it themselves, tokens, connections
and issued product keys. The person gets an email about it. A link ends nothing before it is used.`,
    )
    .action(async (options: ResetOptions) => {
      if (options.link === true && options.passwordStdin === true)
        throw new Usage('--link: does not go together with --password-stdin')
      return options.link === true ? printLink(context(), options.email) : setPassword(context(), options)
    })
}

/** Nobody signs in here, so there is nothing to log. */
const SILENT = { info: () => {}, error: () => {} }

async function setPassword(
  { terminal, world, settings, changeControlData }: Context,
  { email, passwordStdin }: ResetOptions,
): Promise<void> {
  const { clock, random } = world
  const given = passwordStdin === true ? await world.readStdin() : undefined
  const password = given ?? mintPassword(random)
  const { found, effects } = await changeControlData(async (control) => {
    const { store } = control
    const owner = await accountByEmail(store, email)
    if (given !== undefined) assertPassword(given, owner)
    const key = await sessionKey(settings(), random)
    const sessions = createSessions({ reader: control.sessions, store: control.store, clock, random, key })
    const passwords = createPasswordChecks({ store, attempts: control.signInAttempts, clock, random, key, log: SILENT })
    const hash = await hashPassword(password, random)
    const done = await store.transaction(async (tx) => {
      const account = await accountByEmail(tx.store, email)
      const { signedOut, ended } = await putNewPassword(tx, { sessions, clock, random }, account, hash)
      await recordOperatorAct(tx, world, {
        operation: 'account reset-password',
        subject: account.id,
        summary: `Set a new password for the account ${account.id}.`,
        changes: passwordChanges(signedOut, ended),
      })
      return { found: account, effects: { signed_out: signedOut, ...ended } }
    })
    await passwords.forgetFailures(done.found)
    return done
  })
  answer(
    terminal,
    { id: found.id, ...effects, ...(given === undefined && { password }) },
    [
      `${found.email} has a new password and is signed out everywhere. Ended with the old one: ${effects.tokens} tokens, ${effects.keys} product keys, ${effects.connections} connections.`,
      ...(given === undefined ? [`Password (shown this once): ${password}`] : []),
    ].join('\n'),
  )
}

async function printLink({ terminal, world, settings, changeControlData }: Context, email: string): Promise<void> {
  const { clock, random } = world
  const { baseUrl } = settings()
  const { account, link } = await changeControlData(async ({ store }) => {
    await accountByEmail(store, email)
    const key = await sessionKey(settings(), random)
    return store.transaction(async (tx) => {
      const found = await accountByEmail(tx.store, email)
      if ((await tx.store.accounts.status(found.id)) === 'disabled')
        throw new Refusal(`${found.email} is disabled; \`footfall account enable\` first, or set a password instead.`)
      const reset = await issueReset(tx.store, found, { clock, random })
      const made = await passwordResetLinks({ store: tx.store, clock, key, baseUrl })(reset.id)
      if (made === undefined) throw new Error('A password reset has ended as it was made.')
      await recordOperatorAct(tx, world, {
        operation: 'account reset-password',
        subject: found.id,
        summary: `Print a link to reset the password of the account ${found.id}.`,
        changes: [],
      })
      return { account: found, link: made }
    })
  })
  const url = link.url.reveal()
  answer(
    terminal,
    { id: account.id, link: url, expires_at: link.expires_at },
    `${url}\n\nFor ${account.email} alone, once, until ${link.expires_at}.`,
  )
}
