import type { AccountToken, TokenId } from '@footfall/core-domain'
import { revokeTokenAsOperator } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { type OwnedToken, ownedTokens, tokenById } from '../lookup.ts'
import { counted } from '../numbers.ts'
import { printResult, wrapped } from '../terminal.ts'
import { auditLines, entryJson } from './audit.ts'
import { limitsText } from './token-limits.ts'

/** Commands on a token together with its parents and children. */
export function tokenChainCommands(token: Command, context: () => Context): void {
  token
    .command('tree')
    .description('show tokens below the tokens that created them')
    .argument('[id]', 'only this token and its descendants')
    .option('--account <email>', 'only tokens of this account')
    .action(async (id: string | undefined, { account }: { account?: string }) => {
      const { terminal, readControlData } = context()
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
      const { terminal, readControlData } = context()
      const found = await readControlData(async ({ store }) => {
        const record = await tokenById(store, id)
        const [dependents, entries] = await Promise.all([
          store.tokens.dependents(record.token.id),
          store.audit.list({ credential: record.token.id, limit: 10 }),
        ])
        return { ...record, dependents, entries }
      })
      const { token: inspected, lineage, dependents, entries } = found
      printResult(
        terminal,
        { token: inspected, account: found.account, lineage, dependents, entries: entries.map(entryJson) },
        [
          `${inspected.id}: ${inspected.name} (${inspected.prefix}…), ${inspected.status}${inspected.disabled_reason === undefined ? '' : `: ${inspected.disabled_reason}`}`,
          wrapped('  scopes      ', inspected.scopes.join(', '), terminal.columns),
          wrapped('  products    ', productsText(inspected), terminal.columns),
          `  limits      ${limitsText(inspected)}`,
          `  networks    ${inspected.allowed_networks.join(', ') || 'all'}`,
          `  chain       ${lineage.join(' → ')}`,
          `  expires     ${inspected.expires_at ?? 'never'}`,
          `  last used   ${lastUseText(inspected)}`,
          `  dependents  ${counted(dependents.tokens, 'token')}, ${counted(dependents.keys, 'Website API key')}`,
          '  latest changes:',
          auditLines(entries),
        ].join('\n'),
      )
    })

  token
    .command('revoke')
    .description('revoke a token; disables its descendants and the Website API keys that they issued')
    .argument('<id>', 'ID from `list`')
    .action(async (id: string) => {
      const { terminal, changeControlData, execute } = context()
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

/** A token on one line. Scopes that do not fit on it are below it. */
function treeLine(
  indent: string,
  { id, name, status, scopes }: AccountToken,
  columns: number | undefined,
  account: readonly string[],
): string {
  const start = indent + [id, name, status, ...account].join('  ')
  const text = scopes.join(',')
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
