import { type AuditEntry, type AuditFilter, ProductId, type Timestamp, timestamp } from '@footfall/core-domain'
import type { Command } from 'commander'
import { changedFields } from '../changed-fields.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../errors.ts'
import { accountByEmail } from '../lookup.ts'
import { upToThousand } from '../numbers.ts'
import { printResult, wrapped } from '../terminal.ts'

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
    .description('list changes, newest first')
    .option('--product <product>', 'only changes of this product')
    .option('--account <email>', 'only changes by this account')
    .option('--credential <credential>', 'only changes by this token or connection')
    .option('--key <key>', 'only changes under this idempotency key')
    .option('--since <time>', 'only changes since this time, such as 2026-11-20T00:00:00Z')
    .option('--limit <count>', 'how many to list, 1 to 1000', upToThousand, 50)
    .action(async (options: AuditOptions) => {
      const { terminal, readControlData } = context()
      const filter = toFilter(options)
      const { limit } = options
      // One more shows whether there are older ones.
      const found = await readControlData(async ({ store }) => {
        const account = options.account === undefined ? undefined : (await accountByEmail(store, options.account)).id
        return store.audit.list({ ...filter, limit: limit + 1, account })
      })
      const entries = found.slice(0, limit)
      const more = found.length > limit
      const note = more ? '\n\nThere are older entries: list more with --limit, or filter with the other options.' : ''
      printResult(terminal, { entries: entries.map(entryJson), more }, auditLines(entries, terminal.columns) + note)
    })
}

/** An audit entry as JSON, always with every key; absent values are null. */
export function entryJson({ id, at, actor, operation, product, subject, summary, changes, ...rest }: AuditEntry) {
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

/** Entries as text: a line for the actor, one for the summary and one for every value that changed. */
export function auditLines(entries: readonly AuditEntry[], columns: number | undefined): string {
  if (entries.length === 0) return 'No entry.'
  return entries
    .map(({ at, actor, channel, summary, changes, product, idempotency_key }) =>
      [
        `${at}  ${actor.credential ?? actor.kind} over ${channel}${product === undefined ? '' : ` on ${product}`}${idempotency_key === undefined ? '' : `, key ${idempotency_key}`}`,
        wrapped('    ', summary, columns),
        ...changedFields(changes, (value) => String(JSON.stringify(value))).map(({ path, from, to }) =>
          wrapped(`    ${path}: `, `${from} → ${to}`, columns),
        ),
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
  if (!result.success) throw new UsageError(`--${option}: ${text} is not a valid identifier`)
  return result.data
}

function instant(text: string): Timestamp {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw new UsageError('--since: must be a time such as 2026-11-20T00:00:00Z')
  return timestamp(ms)
}
