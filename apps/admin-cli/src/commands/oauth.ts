import { timestamp } from '@footfall/core-domain'
import { revokeClientAsOperator, revokeConnectionAsOperator } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { CommandError, doesNotExist } from '../errors.ts'
import { printResult, table } from '../terminal.ts'
import { allPages, clientJson, connectionJson, findConnections } from './oauth-records.ts'

export function oauthCommands(program: Command, context: () => Context): void {
  const oauth = program.command('oauth').description('applications connected over OAuth')
  const clients = oauth.command('clients').description('applications that registered themselves')
  const connections = oauth.command('connections').description('connections that people granted to applications')

  clients
    .command('list', { isDefault: true })
    .description('list registered applications, newest first; their names are unverified')
    .action(async () => {
      const { terminal, readControlData } = context()
      const found = await readControlData(({ oauth: data }) => allPages((page) => data.clients.list(page)))
      printResult(
        terminal,
        { clients: found.map(clientJson) },
        table(
          terminal,
          ['ID', 'NAME', 'AUTHENTICATION', 'REDIRECT URIS', 'REGISTERED', 'FIRST ALLOWED'],
          found.map((client) => [
            client.id,
            client.name,
            client.authMethod,
            client.redirectUris.join(' '),
            timestamp(client.registeredAt),
            client.firstAllowedAt === undefined ? 'never' : timestamp(client.firstAllowedAt),
          ]),
          'No application has registered.',
        ),
      )
    })

  clients
    .command('revoke')
    .description('end the registration of an application, and all its connections')
    .argument('<id>', 'ID from `list`, or the URL of a client metadata document')
    .action(async (id: string) => {
      const { terminal, changeControlData, execute } = context()
      const unknown = new CommandError(
        `No application ${id} is registered or connected; \`footfall oauth clients\` lists them.`,
        'not_found',
      )
      await changeControlData((control) => execute(control, revokeClientAsOperator, { id }, unknown))
      printResult(terminal, { id, revoked: true }, `${id} is no longer registered, and its connections are revoked.`)
    })

  connections
    .command('list', { isDefault: true })
    .description('list connections, newest first')
    .option('--account <email>', 'only connections of this account')
    .option('--live', 'only connections that are neither revoked nor expired')
    .action(async (options: { account?: string; live?: true }) => {
      const { terminal, dependencies, readControlData } = context()
      const now = dependencies.clock.now()
      const shown = await readControlData(async (control) =>
        (await findConnections(control, options, now)).map(connectionJson(now)),
      )
      printResult(
        terminal,
        { connections: shown },
        table(
          terminal,
          ['ID', 'STATUS', 'APPLICATION', 'ACCOUNT', 'PRODUCTS', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED'],
          shown.map((connection) => [
            connection.id,
            connection.status,
            connection.client.name,
            connection.account.startsWith('acc_') ? `deleted account (${connection.account})` : connection.account,
            connection.products.join(','),
            connection.scopes.join(','),
            connection.created_at,
            connection.expires_at,
            connection.last_used_at ?? 'never',
          ]),
          'No application is connected.',
        ),
      )
    })

  connections
    .command('revoke')
    .description('revoke a connection; its tokens stop working at once')
    .argument('<id>', 'ID from `list`')
    .action(async (id: string) => {
      const { terminal, changeControlData, execute } = context()
      await changeControlData(async (control) => {
        if ((await control.oauth.connections.find(id)) === undefined)
          throw doesNotExist(`The connection ${id}`, '`footfall oauth connections` lists them')
        await execute(control, revokeConnectionAsOperator, { id }, `The connection ${id} was revoked before.`)
      })
      printResult(terminal, { id, status: 'revoked' }, `${id} is revoked; its tokens no longer work.`)
    })
}
