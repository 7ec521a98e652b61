import { type MoveSummary, moveData } from '@footfall/operate'
import { MoveRefused } from '@footfall/storage'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { operatorEntry } from '../operator-entry.ts'
import { progressBar } from '../progress.ts'
import { Refusal } from '../refusal.ts'
import { controlDataOf, engineOf } from '../stores.ts'
import { answer } from '../terminal.ts'

export function migrateCommand(program: Command, context: () => Context): void {
  program
    .command('migrate')
    .description('bring the schemas of both stores up to date; safe to repeat and to run twice at once')
    .option(
      '--from-data-dir <directory>',
      'then move what an embedded, stopped service keeps there into DATABASE_URL and CLICKHOUSE_URL, and compare the counts',
    )
    .action(async ({ fromDataDir }: { fromDataDir?: string }) => {
      if (fromDataDir !== undefined) return move(context(), fromDataDir)
      const { terminal, world, settings } = context()
      const control = await controlDataOf(settings(), world, { noteMigration: true })
      await control.store.close()
      const engine = await engineOf(settings())
      await engine.close()
      answer(terminal, { migrated: true }, 'Both stores are up to date.')
    })
}

async function move({ terminal, world, settings }: Context, from: string): Promise<void> {
  const bar = progressBar(terminal, () => world.clock.now())
  const { clock, random } = world
  const summary = await moveData({
    from,
    settings: settings(),
    clock,
    random,
    entry: operatorEntry(world, {
      operation: 'migrate',
      summary: `Move the service of ${from} into PostgreSQL and ClickHouse.`,
      changes: [],
    }),
    onProgress: ({ rows, rowsTotal }) => bar.show(rows / rowsTotal, `${rows.toLocaleString('en')} rows copied`),
  })
    .catch((error: unknown) => {
      throw error instanceof MoveRefused ? new Refusal(error.message) : error
    })
    .finally(() => bar.end())
  answer(terminal, { moved: true, ...summary }, wordsOf(summary, from).join('\n'))
}

function wordsOf({ control_rows, analytics, session_secret_kept }: MoveSummary, from: string): readonly string[] {
  const count = (text: string | number | undefined) => Number(text ?? 0).toLocaleString('en')
  return [
    `Moved ${count(control_rows.accounts)} accounts, ${count(control_rows.products)} products and ${count(analytics.events)} events; every count is the same on both sides.`,
    ...(session_secret_kept
      ? []
      : [
          `SESSION_SECRET is another than in ${from}/session-secret: people sign in anew, and Search Console is to be connected again. Set it to the content of that file before the service is first used, and neither is needed.`,
        ]),
    `${from} is unchanged. Delete it once you are content: it holds the salts of visitors, which are to be gone after 48 hours.`,
  ]
}
