import { type AuditEntry, type AuditFilter, ProductId, type Timestamp, timestamp } from '@footfall/core-domain'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { accountByEmail } from '../lookup.ts'
import { upToThousand } from '../numbers.ts'
import { Usage } from '../refusal.ts'
import { answer } from '../terminal.ts'

interface AuditOptions {
  readonly product?: string
  readonly account?: string
  readonly credential?: string
  readonly key?: string
  readonly since?: string
  readonly limit: number
}

export function auditCommand(program: Command, context: () => Context): void {
  program
    .command('audit')
    .description('show who changed what, newest first')
    .option('--product <product>', 'only this product')
    .option('--account <email>', 'only by this account')
    .option('--credential <credential>', 'only by this token or connection')
    .option('--key <key>', 'only under this idempotency key')
    .option('--since <instant>', 'only from this instant on, such as 2026-11-20T00:00:00Z')
    .option('--limit <count>', 'at most so many, 1 to 1000', upToThousand, 50)
    .action(async (options: AuditOptions) => {
      const { terminal, readControlData } = context()
      const filter = toFilter(options)
      const entries = await readControlData(async ({ store }) => {
        const account = options.account === undefined ? undefined : (await accountByEmail(store, options.account)).id
        return store.audit.list({ ...filter, account })
      })
      answer(terminal, { entries: entries.map(shownEntry) }, auditLines(entries))
    })
}

/** With every key in every entry; what an entry says nothing about is null. */
export function shownEntry({ id, at, actor, operation, product, subject, summary, changes, ...rest }: AuditEntry) {
  const { kind, credential, account, lineage } = actor
  return {
    id,
    at,
    actor: { kind, credential: credential ?? null, account: account ?? null, lineage },
    operation,
    product: product ?? null,
    subject: subject ?? null,
    summary,
    changes,
    idempotency_key: rest.idempotency_key ?? null,
    channel: rest.channel,
    address: rest.address ?? null,
    request_id: rest.request_id ?? null,
  }
}

/** Entries as a person reads them: a line of who and what, and one for every value that changed. */
export function auditLines(entries: readonly AuditEntry[]): string {
  if (entries.length === 0) return 'No entry.'
  return entries
    .map(({ at, actor, channel, summary, changes, product, idempotency_key }) =>
      [
        `${at}  ${actor.credential ?? actor.kind} over ${channel}${product === undefined ? '' : ` on ${product}`}${idempotency_key === undefined ? '' : `, key ${idempotency_key}`}`,
        `    ${summary}`,
        ...changes.map(({ path, from, to }) => `    ${path}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`),
      ].join('\n'),
    )
    .join('\n')
}

function toFilter(options: AuditOptions): AuditFilter {
  return {
    product: options.product === undefined ? undefined : parsed(ProductId, options.product, 'product'),
    credential: options.credential,
    idempotency_key: options.key,
    since: options.since === undefined ? undefined : instant(options.since),
    limit: options.limit,
  }
}

function parsed<T>(
  schema: { safeParse(input: unknown): { success: true; data: T } | { success: false } },
  text: string,
  option: string,
): T {
  const result = schema.safeParse(text)
  if (!result.success) throw new Usage(`--${option}: ${text} is not an identifier of that kind`)
  return result.data
}

function instant(text: string): Timestamp {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw new Usage('--since: must be an instant such as 2026-11-20T00:00:00Z')
  return timestamp(ms)
}
