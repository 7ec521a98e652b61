import { NotFound, timestamp } from '@footfall/core-domain'
import type { ControlData, IdempotencyEntry, IdempotencyStatus, Resolution } from '@footfall/storage'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { upToThousand } from '../numbers.ts'
import { recordOperatorAct } from '../operator-entry.ts'
import { Refusal } from '../refusal.ts'
import { answer, table } from '../terminal.ts'
import { auditLines, shownEntry } from './audit.ts'

const STATUSES = [
  'blocked',
  'executing',
  'completed',
  'resolved_executed',
] as const satisfies readonly IdempotencyStatus[]

export function idempotencyCommands(program: Command, context: () => Context): void {
  const idempotency = program.command('idempotency').description('confirmed writes and their keys')

  idempotency
    .command('list')
    .description('list records, latest first; blocked ones wait for your decision')
    .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
    .option('--limit <count>', 'at most so many, 1 to 1000', upToThousand, 50)
    .action(async ({ status, limit }: { status?: IdempotencyStatus; limit: number }) => {
      const { terminal, world, readControlData } = context()
      const entries = await readControlData((control) =>
        control.idempotencyAdmin.list({ ...(status === undefined ? {} : { status }), now: world.clock.now(), limit }),
      )
      answer(
        terminal,
        { records: entries.map(shown) },
        table(
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
      )
    })

  idempotency
    .command('inspect')
    .description('show a record and the evidence by which to tell whether its effect happened')
    .argument('<id>', 'as `list` shows it')
    .action(async (id: string) => {
      const { terminal, world, readControlData } = context()
      const { evidence, ...entry } = await readControlData((control) => inspect(control, id, world.clock.now()))
      answer(
        terminal,
        { ...shown(entry), evidence: evidence.map(shownEntry) },
        [describe(entry), ...verdict(entry, evidence.length), auditLines(evidence)].join('\n'),
      )
    })

  idempotency
    .command('resolve')
    .description('decide a blocked record: what it says afterwards is what clients are told')
    .argument('<id>', 'as `list` shows it')
    .addOption(
      new Option(
        '--as <outcome>',
        'executed: it happened, retries are told so; not-executed: it did not, the key is free again',
      )
        .choices(['executed', 'not-executed'])
        .makeOptionMandatory(),
    )
    .action(async (id: string, { as }: { as: Resolution }) => {
      const { terminal, world, changeControlData } = context()
      await changeControlData(async (control) => {
        const now = world.clock.now()
        const { record } = await inspect(control, id, now)
        await control.store.transaction(async (tx) => {
          await tx.idempotency.resolve(id, as, now)
          await recordOperatorAct(tx, world, {
            operation: 'idempotency resolve',
            subject: id,
            summary: `Resolve ${record.operation} under the key ${record.key} of ${record.owner} as ${as}.`,
            changes: [{ path: 'state', from: record.state, to: as }],
          })
        })
      })
      answer(
        terminal,
        { id, resolved: as },
        as === 'executed'
          ? `${id} counts as executed; its key stays taken.`
          : `${id} counts as not executed; its key is free.`,
      )
    })
}

async function inspect({ idempotencyAdmin }: ControlData, id: string, now: number) {
  try {
    return await idempotencyAdmin.inspect(id, now)
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    throw new Refusal(`There is no record ${id}; \`footfall idempotency list\` shows them.`)
  }
}

/** A record with its times as instants. The result of a completed one holds no secret. */
function shown({ status, record }: IdempotencyEntry) {
  const { claimedAt, leaseUntil, ...rest } = record
  const times = { claimed_at: timestamp(claimedAt), lease_until: timestamp(leaseUntil) }
  return { status, id: rest.id, operation: rest.operation, credential: rest.owner, key: rest.key, ...times }
}

function describe({ status, record }: IdempotencyEntry): string {
  return [
    `${record.id}: ${status}`,
    `  operation   ${record.operation}`,
    `  credential  ${record.owner}`,
    `  key         ${record.key}`,
    `  claimed     ${timestamp(record.claimedAt)}`,
    `  lease until ${timestamp(record.leaseUntil)}`,
  ].join('\n')
}

/** The change and its audit entry commit together, so the entry tells. */
function verdict({ status }: IdempotencyEntry, entries: number): string[] {
  if (status !== 'blocked') return []
  return entries > 0
    ? ['', 'The audit log holds the change: it happened. Resolve it as executed.']
    : [
        '',
        'The audit log holds nothing under this key, and a change commits together with its entry: it did not happen,',
        'unless the database was restored from a backup since. Look at the resource, then resolve it as not-executed.',
      ]
}
