import type { AccountToken, TokenId } from '@footfall/core-domain'
import { executeForOperator, revokeTokenAsOperator } from '@footfall/operations'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { accountByEmail, tokenById } from '../lookup.ts'
import { Refusal } from '../refusal.ts'
import { answer } from '../terminal.ts'
import { auditLines, shownEntry } from './audit.ts'

/** What concerns a token together with those above and below it. */
export function tokenChainCommands(token: Command, context: () => Context): void {
  token
    .command('tree')
    .description('show tokens under the ones they were delegated from')
    .argument('[id]', 'only this token and what descends from it')
    .option('--account <email>', 'only this account’s')
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
      answer(terminal, { tokens }, drawn(tokens))
    })

  token
    .command('inspect')
    .description('show a token, its chain, what hangs on it and what it did last')
    .argument('<id>', 'as `list` shows it')
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
      const { token: shown, lineage, dependents, entries } = found
      answer(
        terminal,
        { token: shown, account: found.account, lineage, dependents, entries: entries.map(shownEntry) },
        [
          `${shown.id}: ${shown.name} (${shown.prefix}…), ${shown.status}${shown.disabled_reason === undefined ? '' : `: ${shown.disabled_reason}`}`,
          `  scopes      ${shown.scopes.join(', ')}`,
          `  products    ${shown.products.mode === 'all' ? 'all' : shown.products.ids.join(', ')}`,
          `  chain       ${lineage.join(' → ')}`,
          `  expires     ${shown.expires_at ?? 'never'}`,
          `  last used   ${shown.last_used_at ?? 'never'}`,
          `  hangs on it ${dependents.tokens} tokens, ${dependents.keys} product keys`,
          `  did last:`,
          auditLines(entries),
        ].join('\n'),
      )
    })

  token
    .command('revoke')
    .description('end a token for good, with everything delegated from it and the product keys it issued')
    .argument('<id>', 'as `list` shows it')
    .action(async (id: string) => {
      const {
        terminal,
        world: { clock, random },
        changeControlData,
      } = context()
      const fallen = await changeControlData(async ({ store }) => {
        const { token: found } = await tokenById(store, id)
        return executeForOperator(revokeTokenAsOperator, { id: found.id }, { store, clock, random })
      })
      if (fallen === undefined) throw new Refusal(`${id} is revoked already.`)
      answer(
        terminal,
        { id, revoked: true, ...fallen },
        `Revoked ${id}, with ${fallen.tokens} tokens below it and ${fallen.keys} product keys.`,
      )
    })
}

/** Tokens indented under the one they descend from. */
function drawn(tokens: readonly AccountToken[]): string {
  const known = new Set(tokens.map(({ id }) => id))
  const children = Map.groupBy(tokens, ({ parent_id }) =>
    parent_id !== null && known.has(parent_id) ? parent_id : null,
  )
  const draw = (parent: TokenId | null, depth: number): string[] =>
    (children.get(parent) ?? []).flatMap((token) => [
      `${'  '.repeat(depth)}${token.id}  ${token.name}  ${token.status}  ${token.scopes.join(',')}`,
      ...draw(token.id, depth + 1),
    ])
  return draw(null, 0).join('\n') || 'No token.'
}
