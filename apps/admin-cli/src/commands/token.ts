import { TOOLSETS } from '@footfall/core-domain'
import { seeDocs } from '@footfall/operate'
import { createTokenAsOperator, NewRootToken, SCOPES } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { invalidOptions, namingOptions, UsageError } from '../errors.ts'
import { accountByEmail, ownedTokens } from '../lookup.ts'
import { printResult, table } from '../terminal.ts'
import { assertNoAccount, remoteTokens, remoteWrite } from './remote-lists.ts'
import { tokenChainCommands } from './token-chain.ts'
import { tokenChangeCommands } from './token-change.ts'
import { knownNetworks, type LimitOptions, limitsGiven, limitsOf } from './token-limits.ts'
import { expiry, knownScopes, optionOf, scopesInShort, selection } from './token-options.ts'
import { tokenPolicyCommands } from './token-policy.ts'
import { tokenTrustCommands } from './token-trust.ts'

interface CreateOptions extends LimitOptions {
  readonly account?: string
  readonly yes?: true
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
    .option('--account <email>', 'email of the account; with --server always that of the token')
    .requiredOption('--name <name>', 'name, such as its purpose')
    .requiredOption('--scopes <scopes>', 'comma-separated, such as analytics:read,products:read')
    .requiredOption('--products <products>', '“all”, or comma-separated product identifiers')
    .option('--read-only', 'reject every change')
    .option('--toolsets <groups>', `only these tool groups, comma-separated: ${TOOLSETS.join(',')}`)
    .option('--preview-first', 'reject a change without a preview of it in the last ten minutes')
    .option('--approval', 'let each confirmed change wait until a person approves it')
    .option('--yes', 'with --server: execute it after its preview, without asking')
    .option('--networks <networks>', 'accept it from these networks only, comma-separated, such as 203.0.113.0/24')
    .option('--expires <duration>', 'lifetime such as 12h, 90d or 1y; without it the token does not expire')
    .addHelpText('after', `\nScopes: ${SCOPES.join(' ')}\n${seeDocs('reference/scopes')}`)
    .action(async (options: CreateOptions) => {
      const at = context()
      const { terminal, dependencies, changeControlData, execute, remote } = at
      const given = {
        name: options.name,
        scopes: knownScopes(options.scopes),
        products: selection(options.products),
        ...(options.networks === undefined ? {} : { allowed_networks: knownNetworks(options.networks) }),
        ...(options.expires === undefined ? {} : { expires_at: expiry(options.expires, dependencies.clock) }),
      }
      const request = NewRootToken.safeParse({ ...given, ...limitsOf(options) })
      if (!request.success) throw invalidOptions(request.error)
      const service = await remote()
      if (service) {
        assertNoAccount(options.account)
        return remoteWrite(
          at,
          service,
          'service_tokens_create',
          new Map(),
          { ...given, ...limitsGiven(options) },
          options.yes,
          { expires_at: '--expires', allowed_networks: '--networks' },
        )
      }
      const { account } = options
      if (account === undefined) throw new UsageError('--account is missing: the email of the account')
      const issued = await changeControlData(async (control) => {
        const { id } = await accountByEmail(control.store, account)
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
      const { terminal, readControlData, remote } = context()
      const service = await remote()
      if (service) assertNoAccount(account)
      const tokens = service
        ? await remoteTokens(service)
        : await readControlData(({ store }) => ownedTokens(store, account))
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
            scopesInShort(found.scopes),
            found.expires_at ?? 'never',
            found.last_used_at ?? 'never',
          ]),
          'No token yet; create one with `footfall token create`.',
        ),
      )
    })

  tokenChainCommands(token, context)
  tokenChangeCommands(token, context)
  tokenPolicyCommands(token, context)
  tokenTrustCommands(token, context)
}
