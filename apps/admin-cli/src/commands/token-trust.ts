import { issuerHosts } from '@footfall/config'
import { type ProductSelection, TrustId } from '@footfall/core-domain'
import { addTrustAsOperator, NewTrust, removeTrustAsOperator } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { doesNotExist, namingOptions, UsageError } from '../errors.ts'
import { ownedTokens, tokenById } from '../lookup.ts'
import { counted } from '../numbers.ts'
import { printResult, table } from '../terminal.ts'
import { type LimitOptions, limitsGiven } from './token-limits.ts'
import { knownScopes, optionOf, selection } from './token-options.ts'

interface AddOptions extends LimitOptions {
  readonly issuer: string
  readonly audience: string
  readonly subject: string
  readonly claim: readonly string[]
  readonly scopes: string
  readonly products: string
  readonly lifetime?: string
}

const every = (value: string, before: readonly string[]): readonly string[] => [...before, value]

/** Commands on the trusts of a token: which workloads get children of it without a secret. */
export function tokenTrustCommands(token: Command, context: () => Context): void {
  const trust = token.command('trust').description('workloads that exchange their identity for children of a token')

  trust
    .command('add')
    .description('let workloads of an issuer exchange their identity tokens for children of a token')
    .argument('<id>', 'ID from `footfall token list`')
    .requiredOption(
      '--issuer <url>',
      'issuer (iss) of the identity tokens, such as https://token.actions.githubusercontent.com',
    )
    .requiredOption('--audience <text>', 'audience (aud) of the identity tokens, such as the address of this service')
    .requiredOption('--subject <pattern>', 'subject (sub) of the identity tokens; * matches any text without / and :')
    .option('--claim <name=value>', 'a further required claim, as text; repeatable', every, [])
    .requiredOption('--scopes <scopes>', 'comma-separated, among those of the token')
    .requiredOption('--products <products>', '“all”, or comma-separated product identifiers')
    .option('--read-only', 'reject every change')
    .option('--toolsets <groups>', 'only these tool groups, comma-separated')
    .option('--preview-first', 'reject a change without a preview of it in the last ten minutes')
    .option('--approval', 'let each confirmed change wait until a person approves it')
    .option('--lifetime <seconds>', 'lifetime of a child, 60 to 3600; by default 3600')
    .action(async (id: string, options: AddOptions) => {
      const { terminal, settings, changeControlData, execute } = context()
      const products = selection(options.products)
      const given = NewTrust.safeParse({
        issuer: options.issuer,
        audience: options.audience,
        subject: options.subject,
        claims: claimsOf(options.claim),
        scopes: knownScopes(options.scopes),
        products,
        limits: limitsGiven(options),
        ...(options.lifetime === undefined ? {} : { lifetime_seconds: Number(options.lifetime) }),
      })
      if (!given.success)
        throw new UsageError(
          given.error.issues.map(({ path, message }) => `${optionName(path.map(String))}: ${message}`).join('\n'),
        )
      const added = await changeControlData(async (control) => {
        const { token: found } = await tokenById(control.store, id)
        const request = { token: found.id, given: given.data, issuers: issuerHosts(settings()) }
        return namingOptions(optionFor(id, products), () => execute(control, addTrustAsOperator, request))
      })
      printResult(
        terminal,
        { trust: added },
        [
          `Added ${added.id}: “${added.subject}” of ${added.issuer} gets children of ${id}.`,
          `It sends its identity token to ${settings().baseUrl}/oauth/token with trust_id=${added.id}; \`footfall docs how-to/workload-identity\` shows the request.`,
        ].join('\n'),
      )
    })

  trust
    .command('list')
    .description('list the trusts of a token, or of all tokens')
    .argument('[id]', 'ID from `footfall token list`')
    .option('--account <email>', 'only those of tokens of this account')
    .action(async (id: string | undefined, { account }: { account?: string }) => {
      const { terminal, readControlData } = context()
      const trusts = await readControlData(async ({ store }) => {
        const tokens = id === undefined ? await ownedTokens(store, account) : [(await tokenById(store, id)).token]
        return (await Promise.all(tokens.map((each) => store.tokenTrusts.list(each.id)))).flat()
      })
      printResult(
        terminal,
        { trusts },
        table(
          terminal,
          ['ID', 'TOKEN', 'ISSUER', 'AUDIENCE', 'SUBJECT', 'CLAIMS', 'PRODUCTS', 'SCOPES', 'SECONDS'],
          trusts.map((each) => [
            each.id,
            each.token_id,
            each.issuer,
            each.audience,
            each.subject,
            Object.entries(each.claims)
              .map(([name, value]) => `${name}=${value}`)
              .join(','),
            each.products.mode === 'all' ? 'all' : each.products.ids.join(','),
            each.scopes.join(','),
            String(each.lifetime_seconds),
          ]),
          'No trust.',
        ),
      )
    })

  trust
    .command('remove')
    .description('remove a trust, and revoke the tokens issued through it')
    .argument('<trust>', 'ID from `footfall token trust list`')
    .action(async (id: string) => {
      const { terminal, changeControlData, execute } = context()
      const revoked = await changeControlData(async (control) => {
        const known = TrustId.safeParse(id).data
        const found = known && (await control.store.tokenTrusts.find(known))
        if (found === undefined)
          throw doesNotExist(`The trust ${id}`, '`footfall token trust list` lists those of a token')
        return execute(control, removeTrustAsOperator, { id: found.id })
      })
      printResult(
        terminal,
        { id, removed: true, revoked_tokens: revoked },
        `Removed ${id} and revoked ${counted(revoked, 'token')} that it made.`,
      )
    })
}

/** Throws `UsageError` for anything but names with values. */
function claimsOf(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=')
      if (at < 1) throw new UsageError('--claim: must be name=value, such as environment=production')
      return [text.slice(0, at), text.slice(at + 1)]
    }),
  )
}

/** The option of a field of a trust. */
function optionName([field = '', inner]: readonly string[]): string {
  switch (field) {
    case 'claims':
      return inner === undefined ? '--claim' : `--claim ${inner}`
    case 'lifetime_seconds':
      return '--lifetime'
    default:
      return `--${field}`
  }
}

/** The option or the argument of a field. */
function optionFor(id: string, products: ProductSelection): (path: string) => string {
  const optionOfField = optionOf(products)
  return (path) => (path === 'token_id' ? id : optionOfField(path))
}
