import { type AccountId, timestamp } from '@footfall/core-domain'
import type { ControlData, OAuthData } from '@footfall/storage'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { accountByEmail } from '../lookup.ts'
import { recordOperatorAct } from '../operator-entry.ts'
import { Refusal } from '../refusal.ts'
import { answer, table } from '../terminal.ts'

const PAGE = 200

export function oauthCommands(program: Command, context: () => Context): void {
  const oauth = program.command('oauth').description('applications that people let in over OAuth')
  const clients = oauth.command('clients').description('applications that registered themselves')
  const connections = oauth.command('connections').description('what people allowed to applications')

  clients
    .command('list', { isDefault: true })
    .description('list registered applications, latest first; names are their own claims')
    .action(async () => {
      const { terminal, readControlData } = context()
      const found = await readControlData(({ oauth: data }) => all((page) => data.clients.list(page)))
      answer(
        terminal,
        { clients: found.map(shownClient) },
        table(
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
    .description('end an application’s registration and every connection it has')
    .argument('<id>', 'as `list` shows it; the URL of an application that is known by its metadata document')
    .action(async (id: string) => {
      const { terminal, world, changeControlData } = context()
      await changeControlData(({ store }) =>
        store.transaction(async (tx) => {
          if (!(await tx.oauth.removeClient(id, world.clock.now())))
            throw new Refusal(`No application ${id} is registered or connected; \`footfall oauth clients\` shows them.`)
          await recordOperatorAct(tx, world, {
            operation: 'oauth clients revoke',
            subject: id,
            summary: `End the registration of the application ${id} and every connection it has.`,
            changes: [],
          })
        }),
      )
      answer(terminal, { id, revoked: true }, `${id} is no longer registered, and its connections are revoked.`)
    })

  connections
    .command('list', { isDefault: true })
    .description('list connections, latest first')
    .option('--account <email>', 'only those that this account allowed')
    .option('--live', 'leave out the revoked and the expired')
    .action(async (options: { account?: string; live?: true }) => {
      const { terminal, world, readControlData } = context()
      const now = world.clock.now()
      const shown = await readControlData(async (control) =>
        (await find(control, options, now)).map(shownConnection(now)),
      )
      answer(
        terminal,
        { connections: shown },
        table(
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
    .description('end a connection; its tokens stop working at once')
    .argument('<id>', 'as `list` shows it')
    .action(async (id: string) => {
      const { terminal, world, changeControlData } = context()
      await changeControlData(async ({ oauth: data, store }) => {
        const connection = await data.connections.find(id)
        if (connection === undefined)
          throw new Refusal(`There is no connection ${id}; \`footfall oauth connections\` shows them.`)
        await store.transaction(async (tx) => {
          if (!(await tx.oauth.revokeConnection(id, world.clock.now())))
            throw new Refusal(`The connection ${id} was revoked before.`)
          await recordOperatorAct(tx, world, {
            operation: 'oauth connections revoke',
            subject: id,
            summary: `Revoke the connection of the application “${connection.clientName}”.`,
            changes: [{ path: 'status', from: statusOf(connection, world.clock.now()), to: 'revoked' }],
          })
        })
      })
      answer(terminal, { id, status: 'revoked' }, `${id} is revoked; its tokens no longer work.`)
    })
}

type Client = NonNullable<Awaited<ReturnType<OAuthData['clients']['find']>>>
type Connection = NonNullable<Awaited<ReturnType<OAuthData['connections']['find']>>>
interface Found {
  readonly connection: Connection
  readonly email: string | undefined
  readonly lastUsedAt: string | undefined
}

async function find(
  { oauth, store }: ControlData,
  { account, live }: { account?: string; live?: true },
  now: number,
): Promise<readonly Found[]> {
  const filter = {
    ...(account === undefined ? {} : { accountId: (await accountByEmail(store, account)).id }),
    ...(live === true ? { liveAt: now } : {}),
  }
  const connections = await all((page) => oauth.connections.list(filter, page))
  const emails = new Map((await store.accounts.list()).map(({ id, email }) => [id, email]))
  const uses = await oauth.lastUses(connections.map(({ id }) => id))
  return connections.map((connection) => ({
    connection,
    email: emails.get(connection.accountId as AccountId),
    lastUsedAt: uses.get(connection.id),
  }))
}

/** Every entry of a list that comes in pages. */
async function all<T extends { readonly id: string }>(
  list: (page: { limit: number; after: string | undefined }) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const found: T[] = []
  for (;;) {
    const page = await list({ limit: PAGE, after: found.at(-1)?.id })
    found.push(...page)
    if (page.length < PAGE) return found
  }
}

function shownClient({ id, name, authMethod, redirectUris, registeredAt, expiresAt, firstAllowedAt }: Client) {
  return {
    id,
    name,
    token_endpoint_auth_method: authMethod,
    redirect_uris: redirectUris,
    registered_at: timestamp(registeredAt),
    expires_at: timestamp(expiresAt),
    first_allowed_at: firstAllowedAt === undefined ? null : timestamp(firstAllowedAt),
  }
}

function shownConnection(now: number) {
  return ({ connection, email, lastUsedAt }: Found) => ({
    id: connection.id,
    status: statusOf(connection, now),
    client: { id: connection.clientId, name: connection.clientName },
    account: email ?? connection.accountId,
    products: productsOf(connection.grant),
    scopes: connection.scopes,
    created_at: timestamp(connection.createdAt),
    expires_at: timestamp(connection.expiresAt),
    refreshed_at: timestamp(connection.refreshedAt),
    last_used_at: lastUsedAt ?? null,
  })
}

function statusOf({ revokedAt, expiresAt }: Connection, now: number): 'active' | 'revoked' | 'expired' {
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt <= now ? 'expired' : 'active'
}

function productsOf(grant: Connection['grant']): readonly string[] {
  const products = typeof grant === 'object' && grant !== null && 'products' in grant ? grant.products : undefined
  return Array.isArray(products) ? products.map(String) : []
}
