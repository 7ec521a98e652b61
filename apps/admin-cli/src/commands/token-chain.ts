import type { AccountToken, TokenId } from '@footfall/core-domain'
import { revokeTokenAsOperator } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { accountByEmail, tokenById } from '../lookup.ts'
import { printResult } from '../terminal.ts'
import { auditLines, entryJson } from './audit.ts'

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
        const accounts = account === undefined ? await store.accounts.list() : [await accountByEmail(store, account)]
        const all = (await Promise.all(accounts.map((owner) => store.tokens.listForAccount(owner.id)))).flat()
        if (id === undefined) return all
        const root = await tokenById(store, id)
        const records = await Promise.all(all.map((found) => store.tokens.find(found.id)))
        return records.flatMap((record) => (record?.lineage.includes(root.token.id) ? [record.token] : []))
      })
      printResult(terminal, { tokens }, tokenTree(tokens))
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
          `  scopes      ${inspected.scopes.join(', ')}`,
          `  products    ${inspected.products.mode === 'all' ? 'all' : inspected.products.ids.join(', ')}`,
          `  chain       ${lineage.join(' → ')}`,
          `  expires     ${inspected.expires_at ?? 'never'}`,
          `  last used   ${inspected.last_used_at ?? 'never'}`,
          `  dependents  ${dependents.tokens} tokens, ${dependents.keys} product keys`,
          '  latest changes:',
          auditLines(entries),
        ].join('\n'),
      )
    })

  token
    .command('revoke')
    .description('revoke a token; disables its descendants and the product keys that they issued')
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
        `Revoked ${id}, with ${ended.tokens} tokens below it and ${ended.keys} product keys.`,
      )
    })
}

/** Tokens indented below their parents. */
function tokenTree(tokens: readonly AccountToken[]): string {
  const listed = new Set(tokens.map(({ id }) => id))
  const children = Map.groupBy(tokens, ({ parent_id }) =>
    parent_id !== null && listed.has(parent_id) ? parent_id : null,
  )
  const linesBelow = (parent: TokenId | null, depth: number): string[] =>
    (children.get(parent) ?? []).flatMap((token) => [
      `${'  '.repeat(depth)}${token.id}  ${token.name}  ${token.status}  ${token.scopes.join(',')}`,
      ...linesBelow(token.id, depth + 1),
    ])
  return linesBelow(null, 0).join('\n') || 'No token.'
}
