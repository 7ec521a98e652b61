import {
  type Clock,
  DAY_MS,
  HOUR_MS,
  type ProductSelection,
  ProductSelection as Selection,
  timestamp,
} from '@footfall/core-domain'
import { issueRootToken, NewRootToken, SCOPES } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { accountByEmail } from '../lookup.ts'
import { recordOperatorAct } from '../operator-entry.ts'
import { Usage } from '../refusal.ts'
import { answer, table } from '../terminal.ts'
import { tokenChainCommands } from './token-chain.ts'

interface CreateOptions {
  readonly account: string
  readonly name: string
  readonly scopes: string
  readonly products: string
  readonly expires?: string
}

export function tokenCommands(program: Command, context: () => Context): void {
  const token = program.command('token').description('account tokens (jt_)')
  token
    .command('create')
    .description('create an account token; its secret is printed once')
    .requiredOption('--account <email>', 'whose token it is')
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--scopes <scopes>', 'comma list, such as analytics:read,products:read')
    .requiredOption('--products <products>', '“all”, or a comma list of product identifiers')
    .option('--expires <duration>', 'life such as 12h, 90d or 1y; without it the token does not expire')
    .addHelpText('after', `\nScopes: ${SCOPES.join(' ')}\nWhat each one allows is in docs/reference/scopes.md.`)
    .action(async (options: CreateOptions) => {
      const { terminal, world, ids, changeControlData } = context()
      const request = NewRootToken.safeParse({
        name: options.name,
        scopes: commaList(options.scopes),
        products: selection(options.products),
        ...(options.expires === undefined ? {} : { expires_at: expiry(options.expires, world.clock) }),
      })
      if (!request.success)
        throw new Usage(request.error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`).join('\n'))
      const issued = await changeControlData(({ store }) =>
        store.transaction(async (tx) => {
          const account = await accountByEmail(tx.store, options.account)
          const { clock, random } = world
          const made = await issueRootToken(account.id, request.data, { store: tx.store, clock, random, ids })
          const { id, name, prefix, scopes, products, expires_at } = made.token
          await recordOperatorAct(tx, world, {
            operation: 'token create',
            subject: id,
            summary: `Create the token “${name}” (${prefix}…) for the account ${account.id}.`,
            changes: Object.entries({ name, scopes, products, expires_at }).map(([path, to]) => ({
              path,
              from: null,
              to,
            })),
          })
          return made
        }),
      )
      answer(
        terminal,
        { token: issued.token, secret: issued.secret.reveal() },
        `Created ${issued.token.id}.\nSecret (shown this once): ${issued.secret.reveal()}`,
      )
    })

  token
    .command('list')
    .description('list the tokens of an account, or of all')
    .option('--account <email>', 'only this account’s')
    .action(async ({ account }: { account?: string }) => {
      const { terminal, readControlData } = context()
      const tokens = await readControlData(async ({ store }) => {
        const accounts = account === undefined ? await store.accounts.list() : [await accountByEmail(store, account)]
        const lists = await Promise.all(
          accounts.map(async ({ id, email }) =>
            (await store.tokens.listForAccount(id)).map((found) => ({ account: email, ...found })),
          ),
        )
        return lists.flat()
      })
      answer(
        terminal,
        { tokens },
        table(
          ['ID', 'ACCOUNT', 'NAME', 'PREFIX', 'STATUS', 'DEPTH', 'PRODUCTS', 'SCOPES', 'EXPIRES', 'LAST USED'],
          tokens.map((found) => [
            found.id,
            found.account,
            found.name,
            `${found.prefix}…`,
            found.status,
            String(found.depth),
            found.products.mode === 'all' ? 'all' : found.products.ids.join(','),
            found.scopes.join(','),
            found.expires_at ?? 'never',
            found.last_used_at ?? 'never',
          ]),
          'No token yet; make one with `footfall token create`.',
        ),
      )
    })

  tokenChainCommands(token, context)
}

function commaList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function selection(text: string): ProductSelection {
  if (text.trim() === 'all') return { mode: 'all' }
  const parsed = Selection.safeParse({ mode: 'selected', ids: commaList(text) })
  if (!parsed.success) throw new Usage('--products: must be “all” or a comma list of product identifiers (prd_…)')
  return parsed.data
}

const UNIT_MS = { h: HOUR_MS, d: DAY_MS, y: 365 * DAY_MS } as const

function expiry(duration: string, clock: Clock) {
  const match = /^(\d{1,5})([hdy])$/.exec(duration.trim())
  const [, count, unit] = match ?? []
  if (count === undefined || unit === undefined) throw new Usage('--expires: must be a duration such as 12h, 90d or 1y')
  return timestamp(clock.now() + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS])
}
