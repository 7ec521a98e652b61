import type { AccountToken, TokenId } from '@footfall/core-domain'
import { revokeTokenAsOperator } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { type OwnedToken, ownedTokens, tokenById } from '../lookup.ts'
import { counted } from '../numbers.ts'
import { printResult, wrapped } from '../terminal.ts'
import { auditLines, entryJson } from './audit.ts'
import { assertNoAccount, remoteToken, remoteTokens, remoteWrite, unreachedToken } from './remote-lists.ts'
import { limitsText } from './token-limits.ts'
import { scopesInShort } from './token-options.ts'

/** Commands on a token together with its parents and children. */
export function tokenChainCommands(token: Command, context: () => Context): void {
  token
    .command('tree')
    .description('show tokens below the tokens that created them')
    .argument('[id]', 'only this token and its descendants')
    .option('--account <email>', 'only tokens of this account')
    .action(async (id: string | undefined, { account }: { account?: string }) => {
      const { terminal, readControlData, remote } = context()
      const service = await remote()
      if (service) {
        assertNoAccount(account)
        const below = subtreeOf(await remoteTokens(service), id)
        return printResult(terminal, { tokens: below }, tokenTree(below, terminal.columns))
      }
      const tokens = await readControlData(async ({ store }) => {
        const all = await ownedTokens(store, account)
        if (id === undefined) return all
        const root = await tokenById(store, id)
        const records = await Promise.all(all.map((found) => store.tokens.find(found.id)))
        return all.filter((_, i) => records[i]?.lineage.includes(root.token.id))
      })
      printResult(terminal, { tokens }, tokenTree(tokens, terminal.columns))
    })

  token
    .command('inspect')
    .description('show a token, its parents, what depends on it and its latest changes')
    .argument('<id>', 'ID from `list`')
    .action(async (id: string) => {
      const { terminal, readControlData, remote } = context()
      const service = await remote()
      if (service) {
        const token = await remoteToken(service, id)
        return printResult(terminal, { token }, tokenLines(token, terminal.columns).join('\n'))
      }
      const found = await readControlData(async ({ store }) => {
        const record = await tokenById(store, id)
        const { id: inspected } = record.token
        const [dependents, trusts, changes] = await Promise.all([
          store.tokens.dependents(inspected),
          store.tokenTrusts.count(inspected),
          store.audit.pageForToken(inspected, { limit: 10 }),
        ])
        return { ...record, dependents, trusts, entries: changes.rows }
      })
      const { token: inspected, lineage, dependents, trusts, entries } = found
      printResult(
        terminal,
        { token: inspected, account: found.account, lineage, dependents, trusts, entries: entries.map(entryJson) },
        [
          ...tokenLines(inspected, terminal.columns),
          `  chain       ${lineage.join(' → ')}`,
          `  dependents  ${counted(dependents.tokens, 'token')}, ${counted(dependents.keys, 'Website API key')}`,
          `  trusts      ${trusts === 0 ? 'none' : `${trusts}; \`footfall token trust list ${inspected.id}\` lists them`}`,
          '  latest changes, by it, below it and to it:',
          auditLines(entries, terminal.columns),
        ].join('\n'),
      )
    })

  token
    .command('revoke')
    .description('revoke a token; disables its descendants and the Website API keys that they issued')
    .argument('<id>', 'ID from `list`')
    .option('--yes', 'with --server: execute it after its preview, without asking')
    .action(async (id: string, { yes }: { yes?: true }) => {
      const at = context()
      const { terminal, changeControlData, execute, remote } = at
      const service = await remote()
      if (service)
        return remoteWrite(at, service, 'service_tokens_revoke', new Map([['token_id', id]]), undefined, yes, {
          token_id: id,
        })
      const ended = await changeControlData(async (control) => {
        const { token: found } = await tokenById(control.store, id)
        return execute(control, revokeTokenAsOperator, { id: found.id }, `${id} is revoked already.`)
      })
      printResult(
        terminal,
        { id, revoked: true, ...ended },
        `Revoked ${id}, with ${counted(ended.tokens, 'token')} below it and ${counted(ended.keys, 'Website API key')}.`,
      )
    })
}

function tokenLines(token: AccountToken, columns: number | undefined): string[] {
  const reason = token.disabled_reason === undefined ? '' : `: ${token.disabled_reason}`
  return [
    `${token.id}: ${token.name} (${token.prefix}…), ${token.status}${reason}`,
    wrapped('  scopes      ', token.scopes.join(', '), columns),
    wrapped('  products    ', productsText(token), columns),
    `  limits      ${limitsText(token)}`,
    `  networks    ${token.allowed_networks.join(', ') || 'all'}`,
    `  expires     ${token.expires_at ?? 'never'}`,
    `  last used   ${lastUseText(token)}`,
  ]
}

/** The token and what is below it, in the order of the list; all of them without an id. */
function subtreeOf(tokens: readonly OwnedToken[], id: string | undefined): readonly OwnedToken[] {
  if (id === undefined) return tokens
  if (!tokens.some((token) => token.id === id)) throw unreachedToken(id)
  const within = new Set<string>([id])
  for (let before = 0; before < within.size; ) {
    before = within.size
    for (const token of tokens) if (token.parent_id !== null && within.has(token.parent_id)) within.add(token.id)
  }
  return tokens.filter((token) => within.has(token.id))
}

/** Tokens indented below their parents; the first of each tree names the account. */
function tokenTree(tokens: readonly OwnedToken[], columns: number | undefined): string {
  const listed = new Set(tokens.map(({ id }) => id))
  const children = Map.groupBy(tokens, ({ parent_id }) =>
    parent_id !== null && listed.has(parent_id) ? parent_id : null,
  )
  const linesBelow = (parent: TokenId | null, depth: number): string[] =>
    (children.get(parent) ?? []).flatMap((token) => [
      treeLine('  '.repeat(depth), token, columns, depth === 0 ? [token.account] : []),
      ...linesBelow(token.id, depth + 1),
    ])
  return linesBelow(null, 0).join('\n') || 'No token.'
}

/** A token on one line. Scopes that do not fit on it are below it, and `inspect` shows all. */
function treeLine(
  indent: string,
  { id, name, status, scopes }: AccountToken,
  columns: number | undefined,
  account: readonly string[],
): string {
  const start = indent + [id, name, status, ...account].join('  ')
  const text = scopesInShort(scopes)
  const line = `${start}  ${text}`
  if (columns === undefined || line.length <= columns) return line
  return `${start}\n${wrapped(`${indent}    `, text, columns)}`
}

function lastUseText({ last_used_at, last_used_network, last_used_operation }: AccountToken): string {
  if (last_used_at === null) return 'never'
  const from = last_used_network === null ? '' : `, from ${last_used_network}`
  return `${last_used_at}${from}${last_used_operation === null ? '' : `, for ${last_used_operation}`}`
}

function productsText({ products }: AccountToken): string {
  return products.mode === 'all' ? 'all' : products.ids.join(', ')
}
