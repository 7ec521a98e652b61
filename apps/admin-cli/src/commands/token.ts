import { TOOLSETS } from '@footfall/core-domain'
import { seeDocs } from '@footfall/operate'
import { createTokenAsOperator, NewRootToken, SCOPES } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { invalidOptions, namingOptions } from '../errors.ts'
import { accountByEmail, ownedTokens } from '../lookup.ts'
import { printResult, table } from '../terminal.ts'
import { tokenChainCommands } from './token-chain.ts'
import { tokenChangeCommands } from './token-change.ts'
import { knownNetworks, type LimitOptions, limitsOf } from './token-limits.ts'
import { expiry, knownScopes, optionOf, selection } from './token-options.ts'

interface CreateOptions extends LimitOptions {
  readonly account: string
  readonly name: string
  readonly scopes: string
  readonly products: string
  readonly expires?: string
  readonly networks?: string
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
    .option('--read-only', 'reject every change')
    .option('--toolsets <groups>', `only these tool groups, comma-separated: ${TOOLSETS.join(',')}`)
    .option('--preview-first', 'reject a change without a preview of it in the last ten minutes')
    .option('--approval', 'let each confirmed change wait until a person approves it')
    .option('--networks <networks>', 'accept it from these networks only, comma-separated, such as 203.0.113.0/24')
    .option('--expires <duration>', 'lifetime such as 12h, 90d or 1y; without it the token does not expire')
    .addHelpText('after', `\nScopes: ${SCOPES.join(' ')}\n${seeDocs('reference/scopes')}`)
    .action(async (options: CreateOptions) => {
      const { terminal, dependencies, changeControlData, execute } = context()
      const request = NewRootToken.safeParse({
        name: options.name,
        scopes: knownScopes(options.scopes),
        products: selection(options.products),
        ...limitsOf(options),
        ...(options.networks === undefined ? {} : { allowed_networks: knownNetworks(options.networks) }),
        ...(options.expires === undefined ? {} : { expires_at: expiry(options.expires, dependencies.clock) }),
      })
      if (!request.success) throw invalidOptions(request.error)
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
      const tokens = await readControlData(({ store }) => ownedTokens(store, account))
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
  tokenChangeCommands(token, context)
}
