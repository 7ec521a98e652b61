import { isRecord } from '@footfall/core-domain'
import { isWriteScope, SCOPES, type Scope } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { CommandError } from '../errors.ts'
import { counted } from '../numbers.ts'
import { warnOfPlainHttp } from '../remote/connection.ts'
import { deviceLogin, revokeAtService } from '../remote/device-login.ts'
import { ServiceRejected } from '../remote/errors.ts'
import { type Fields, textOf } from '../remote/remote-service.ts'
import { printResult, wrapped } from '../terminal.ts'
import { knownScopes } from './token-options.ts'

const NAME_MAX = 60

/** Signing in to a running service, for the commands that use one. */
export function loginCommands(program: Command, context: () => Context): void {
  program
    .command('login')
    .description('sign in to a service in a browser, and keep an account token for it')
    .option('--scopes <scopes>', 'scopes to request: “all”, or comma-separated; by default all that only read')
    .option('--name <name>', 'name of this computer on the page and in the list of tokens; by default its host name')
    .addHelpText(
      'after',
      `\nScopes: ${SCOPES.join(' ')}\nThe service is --server, FOOTFALL_SERVER or that of the last sign-in.`,
    )
    .action(async ({ scopes, name }: { scopes?: string; name?: string }) => {
      const { terminal, dependencies, connection } = context()
      const server = await connection.server()
      warnOfPlainHttp(terminal, server)
      const asked = { scope: askedScopes(scopes), deviceName: (name ?? dependencies.hostname()).slice(0, NAME_MAX) }
      const file = connection.file()
      const before = await file.find(server)
      const credential = await deviceLogin(dependencies, server, asked, (code) => {
        const open = code.verificationUriComplete ?? code.verificationUri
        const minutes = Math.ceil((code.expiresAt - dependencies.clock.now()) / 60_000)
        // On standard error: with --json, standard output is only the result.
        terminal.err(
          `Open ${open}\nand check that it shows this code: ${code.userCode}\nWaiting for at most ${counted(minutes, 'minute')} until you allow it …`,
        )
      })
      try {
        await file.keep(server, credential)
      } catch (error) {
        await revokeAtService(dependencies, server, credential.token)
        throw error
      }
      if (before !== undefined) await revokeQuietly(() => revokeAtService(dependencies, server, before.token))
      printResult(
        terminal,
        { server, ...withoutSecret(credential), file: file.path },
        [
          `Signed in to ${server} as “${credential.name}”${credential.expires_at === null ? '' : `, until ${credential.expires_at}`}.`,
          wrapped('  scopes  ', credential.scopes.join(', '), terminal.columns),
          `The token is in ${file.path}; \`footfall logout\` revokes it.`,
        ].join('\n'),
      )
    })

  program
    .command('logout')
    .description('revoke the token of this computer at the service, and delete it here')
    .action(async () => {
      const { terminal, dependencies, connection } = context()
      const server = await connection.server()
      const file = connection.file()
      const credential = await file.find(server)
      if (credential === undefined) throw new CommandError(`You are not signed in to ${server}.`, 'not_signed_in')
      await revokeAtService(dependencies, server, credential.token)
      await file.forget(server)
      printResult(terminal, { server, revoked: true }, `Signed out of ${server}. Its token is revoked and deleted.`)
    })

  program
    .command('whoami')
    .description('show the service, the account and the token that commands use')
    .action(async () => {
      const { terminal, service, connection } = context()
      const { server, tokenFrom, read } = await service()
      const kept = tokenFrom === 'login' ? await connection.file().find(server) : undefined
      const account = await accountOf(() => read('service_account_get'))
      const token = { from: kept === undefined ? 'FOOTFALL_TOKEN' : connection.file().path, ...withoutSecret(kept) }
      const who =
        account === undefined
          ? 'an account that this token may not read'
          : `${textOf(account, 'name') ?? ''}, ${textOf(account, 'email') ?? ''}`
      printResult(
        terminal,
        { server, account: account ?? null, token },
        [
          `${who}, at ${server}`,
          `  token   ${kept?.name ?? 'from FOOTFALL_TOKEN'}`,
          ...(kept === undefined
            ? []
            : [
                wrapped('  scopes  ', kept.scopes.join(', '), terminal.columns),
                `  expires ${kept.expires_at ?? 'never'}`,
              ]),
        ].join('\n'),
      )
    })
}

function askedScopes(text: string | undefined): readonly Scope[] {
  if (text === undefined) return SCOPES.filter((scope) => !isWriteScope(scope))
  return text.trim() === 'all' ? SCOPES : knownScopes(text, 'footfall login --help')
}

function withoutSecret(kept: { readonly token: string } | undefined) {
  if (kept === undefined) return {}
  const { token: _, ...shown } = kept
  return shown
}

/** Undefined for a token without the scope for it: the token is still valid. */
async function accountOf(ask: () => Promise<Fields>) {
  try {
    const { data } = await ask()
    return isRecord(data) ? data : undefined
  } catch (error) {
    if (error instanceof ServiceRejected && error.code === 'insufficient_scope') return undefined
    throw error
  }
}

/** An error is ignored: the earlier token may have expired or been revoked already, and the new one works. */
async function revokeQuietly(revoke: () => Promise<void>): Promise<void> {
  try {
    await revoke()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
  }
}
