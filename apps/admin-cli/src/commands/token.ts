import {
  type Clock,
  DAY_MS,
  HOUR_MS,
  type ProductSelection,
  ProductSelection as Selection,
  TOOLSETS,
  timestamp,
} from '@footfall/core-domain'
import { createTokenAsOperator, NewRootToken, SCOPES } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { namingOptions, UsageError } from '../errors.ts'
import { commaSeparated } from '../lists.ts'
import { accountByEmail } from '../lookup.ts'
import { printResult, table } from '../terminal.ts'
import { tokenChainCommands } from './token-chain.ts'
import { type LimitOptions, limitsOf } from './token-limits.ts'

interface CreateOptions extends LimitOptions {
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
    .requiredOption('--account <email>', 'email of the account')
    .requiredOption('--name <name>', 'name, such as its purpose')
    .requiredOption('--scopes <scopes>', 'comma-separated, such as analytics:read,products:read')
    .requiredOption('--products <products>', '“all”, or comma-separated product identifiers')
    .option('--read-only', 'refuse every change')
    .option('--toolsets <groups>', `only these tool groups, comma-separated: ${TOOLSETS.join(',')}`)
    .option('--preview-first', 'refuse a change without a preview of it in the last ten minutes')
    .option('--expires <duration>', 'lifetime such as 12h, 90d or 1y; without it the token does not expire')
    .addHelpText('after', `\nScopes: ${SCOPES.join(' ')}\ndocs/reference/scopes.md describes each.`)
    .action(async (options: CreateOptions) => {
      const { terminal, dependencies, changeControlData, execute } = context()
      const request = NewRootToken.safeParse({
        name: options.name,
        scopes: knownScopes(options.scopes),
        products: selection(options.products),
        ...limitsOf(options),
        ...(options.expires === undefined ? {} : { expires_at: expiry(options.expires, dependencies.clock) }),
      })
      if (!request.success)
        throw new UsageError(
          request.error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`).join('\n'),
        )
      const issued = await changeControlData(async (control) => {
        const { id } = await accountByEmail(control.store, options.account)
        return namingOptions(optionOf(request.data.products), () =>
          execute(control, createTokenAsOperator, { account: id, request: request.data }),
        )
      })
      const secret = issued.secret.reveal()
      printResult(
        terminal,
        { token: issued.token, secret },
        `Created ${issued.token.id}.\nSecret (shown this once): ${secret}`,
      )
    })

  token
    .command('list')
    .description('list account tokens')
    .option('--account <email>', 'only tokens of this account')
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
      printResult(
        terminal,
        { tokens },
        table(
          terminal,
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
          'No token yet; create one with `footfall token create`.',
        ),
      )
    })

  tokenChainCommands(token, context)
}

/** The option of a field of the new token; of the products also which one. */
function optionOf(products: ProductSelection): (path: string) => string {
  return (path) => {
    const [field, , index] = path.split('.')
    if (field === 'expires_at') return '--expires'
    const named = products.mode === 'selected' && index !== undefined ? products.ids[Number(index)] : undefined
    return named === undefined ? `--${field}` : `--${field} ${named}`
  }
}

/** Throws `UsageError`, which names every text that is not a scope. */
function knownScopes(text: string): string[] {
  const names = commaSeparated(text)
  const scopes = new Set<string>(SCOPES)
  const unknown = names.filter((name) => !scopes.has(name))
  if (unknown.length > 0)
    throw new UsageError(
      `--scopes: there is no scope ${unknown.join(', ')}; \`footfall token create --help\` lists the scopes`,
    )
  if (names.length === 0) throw new UsageError('--scopes: must name at least one scope')
  return names
}

function selection(text: string): ProductSelection {
  if (text.trim() === 'all') return { mode: 'all' }
  const parsed = Selection.safeParse({ mode: 'selected', ids: commaSeparated(text) })
  if (!parsed.success) throw new UsageError('--products: must be “all” or comma-separated product identifiers (prd_…)')
  return parsed.data
}

const UNIT_MS = { h: HOUR_MS, d: DAY_MS, y: 365 * DAY_MS } as const

function expiry(duration: string, clock: Clock) {
  const match = /^(\d{1,5})([hdy])$/.exec(duration.trim())
  const [, count, unit] = match ?? []
  if (count === undefined || unit === undefined)
    throw new UsageError('--expires: must be a duration such as 12h, 90d or 1y')
  return timestamp(clock.now() + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS])
}
