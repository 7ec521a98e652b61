import { NotFound, timestamp } from '@footfall/core-domain'
import { resolveIdempotencyRecord } from '@footfall/operations'
import type { IdempotencyAdmin, IdempotencyEntry, IdempotencyStatus, Resolution } from '@footfall/storage'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { doesNotExist } from '../errors.ts'
import { counted, LIMIT_MAX, upToThousand } from '../numbers.ts'
import { printResult, table } from '../terminal.ts'
import { auditLines, entryJson } from './audit.ts'

const STATUSES = [
  'blocked',
  'executing',
  'completed',
  'resolved_executed',
] as const satisfies readonly IdempotencyStatus[]

export function idempotencyCommands(program: Command, context: () => Context): void {
  const idempotency = program.command('idempotency').description('confirmed writes and their idempotency keys')

  idempotency
    .command('list')
    .description('list records, blocked ones first, since they need your decision, then the newest')
    .addOption(new Option('--status <status>', 'only records with this status').choices(STATUSES))
    .option('--limit <count>', 'how many to list, 1 to 1000', upToThousand, 50)
    .action(async ({ status, limit }: { status?: IdempotencyStatus; limit: number }) => {
      const { terminal, dependencies, readControlData } = context()
      const now = dependencies.clock.now()
      const { entries, more } = await readControlData(({ idempotencyAdmin }) =>
        listed(idempotencyAdmin, { ...(status === undefined ? {} : { status }), now, limit }),
      )
      printResult(
        terminal,
        { records: entries.map(recordJson), more },
        [
          table(
            terminal,
            ['ID', 'STATUS', 'OPERATION', 'CREDENTIAL', 'KEY', 'CLAIMED'],
            entries.map(({ status: state, record }) => [
              record.id,
              state,
              record.operation,
              record.owner,
              record.key,
              timestamp(record.claimedAt),
            ]),
            'No record.',
          ),
          ...moreLines(more, limit),
        ].join('\n'),
      )
    })

  idempotency
    .command('inspect')
    .description('show a record and the evidence for whether its change happened')
    .argument('<id>', 'ID from `list`')
    .action(async (id: string) => {
      const { terminal, dependencies, readControlData } = context()
      const { evidence, ...entry } = await readControlData(({ idempotencyAdmin }) =>
        idempotencyAdmin.inspect(id, dependencies.clock.now()).catch((error) => throwAsUnknownRecord(error, id)),
      )
      printResult(
        terminal,
        { ...recordJson(entry), evidence: evidence.map(entryJson) },
        [recordText(entry), ...verdict(entry, evidence.length), auditLines(evidence, terminal.columns)].join('\n'),
      )
    })

  idempotency
    .command('resolve')
    .description('decide a blocked record; clients get the outcome that you choose')
    .argument('<id>', 'ID from `list`')
    .addOption(
      new Option(
        '--as <outcome>',
        'executed: the change happened, and retries report it; not-executed: it did not, and the key is free again',
      )
        .choices(['executed', 'not-executed'])
        .makeOptionMandatory(),
    )
    .action(async (id: string, { as }: { as: Resolution }) => {
      const { terminal, changeControlData, execute } = context()
      await changeControlData((control) =>
        execute(control, resolveIdempotencyRecord, { id, as }).catch((error) => throwAsUnknownRecord(error, id)),
      )
      printResult(
        terminal,
        { id, resolved: as },
        as === 'executed'
          ? `${id} is resolved as executed; its key stays in use.`
          : `${id} is resolved as not executed; its key is free.`,
      )
    })
}

interface More {
  readonly blocked: number
  readonly others: number
}

/** Blocked records come first: completed ones need no action. */
async function listed(admin: IdempotencyAdmin, filter: Parameters<IdempotencyAdmin['list']>[0]) {
  const { status, now, limit } = filter
  const [newest, total, blockedTotal] = await Promise.all([
    admin.list(filter),
    admin.count(status === undefined ? { now } : { status, now }),
    admin.count({ status: 'blocked', now }),
  ])
  const hidden = (entries: readonly IdempotencyEntry[], blocked: number): More => {
    const shown = entries.filter((entry) => entry.status === 'blocked').length
    return { blocked: blocked - shown, others: total - blocked - (entries.length - shown) }
  }
  if (status !== undefined) return { entries: newest, more: hidden(newest, status === 'blocked' ? total : 0) }
  const blocked = blockedTotal === 0 ? [] : await admin.list({ status: 'blocked', now, limit })
  const entries = [...blocked, ...newest.filter((entry) => entry.status !== 'blocked')].slice(0, limit)
  return { entries, more: hidden(entries, blockedTotal) }
}

function moreLines({ blocked, others }: More, limit: number): readonly string[] {
  const counts = [
    ...(blocked > 0 ? [counted(blocked, 'blocked record')] : []),
    ...(others > 0 ? [counted(others, blocked > 0 ? 'other' : 'record')] : []),
  ]
  if (counts.length === 0) return []
  const advice =
    limit < LIMIT_MAX ? `--limit lists up to ${LIMIT_MAX.toLocaleString('en')}` : '--status lists those of one kind'
  return ['', `Not shown: ${counts.join(' and ')}. ${advice}.`]
}

function throwAsUnknownRecord(error: unknown, id: string): never {
  if (!(error instanceof NotFound)) throw error
  throw doesNotExist(`The record ${id}`, '`footfall idempotency list` lists them')
}

/** A record with its times as timestamps, without its result. */
function recordJson({ status, record }: IdempotencyEntry) {
  const { claimedAt, leaseUntil, ...rest } = record
  const times = { claimed_at: timestamp(claimedAt), lease_until: timestamp(leaseUntil) }
  return { status, id: rest.id, operation: rest.operation, credential: rest.owner, key: rest.key, ...times }
}

function recordText({ status, record }: IdempotencyEntry): string {
  return [
    `${record.id}: ${status}`,
    `  operation   ${record.operation}`,
    `  credential  ${record.owner}`,
    `  key         ${record.key}`,
    `  claimed     ${timestamp(record.claimedAt)}`,
    `  lease until ${timestamp(record.leaseUntil)}`,
  ].join('\n')
}

/** A change and its audit entry commit together, so the entry is the evidence. */
function verdict({ status }: IdempotencyEntry, entries: number): string[] {
  if (status !== 'blocked') return []
  return entries > 0
    ? ['', 'The audit log has the change: it happened. Resolve the record as executed.']
    : [
        '',
        'The audit log has no entry under this key, and a change commits together with its entry: it did not happen,',
        'unless the database was restored from a backup since. Check the resource, then resolve the record as not-executed.',
      ]
}
