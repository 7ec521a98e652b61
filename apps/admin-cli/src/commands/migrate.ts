import { type MoveSummary, moveData } from '@footfall/operate'
import { MoveError } from '@footfall/storage'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { asCommandError } from '../errors.ts'
import { progressBar } from '../progress.ts'
import { openAnalyticsStore, openControlDatabase } from '../stores.ts'
import { printResult } from '../terminal.ts'

export function migrateCommand(program: Command, context: () => Context): void {
  program
    .command('migrate')
    .description('bring the schemas of both stores up to date; safe to repeat and to run concurrently')
    .option(
      '--from-data-dir <directory>',
      'then move the data of a stopped, embedded service to DATABASE_URL and CLICKHOUSE_URL, and compare the counts',
    )
    .action(async ({ fromDataDir }: { fromDataDir?: string }) => {
      if (fromDataDir !== undefined) return move(context(), fromDataDir)
      const { terminal, dependencies, settings } = context()
      const control = await openControlDatabase(settings(), dependencies, { recordMigration: true })
      await control.store.close()
      const engine = await openAnalyticsStore(settings())
      await engine.close()
      printResult(terminal, { migrated: true }, 'Both stores are up to date.')
    })
}

async function move({ terminal, dependencies, settings }: Context, from: string): Promise<void> {
  const bar = progressBar(terminal, () => dependencies.clock.now())
  const { clock, random } = dependencies
  const summary = await asCommandError(MoveError, () =>
    moveData({
      from,
      settings: settings(),
      clock,
      random,
      onProgress: ({ rows, rowsTotal }) => bar.show(rows / rowsTotal, `${rows.toLocaleString('en')} rows copied`),
    }),
  ).finally(() => bar.end())
  printResult(terminal, { moved: true, ...summary }, summaryText(summary, from).join('\n'))
}

function summaryText({ control_rows, analytics, session_secret_kept }: MoveSummary, from: string): readonly string[] {
  const count = (text: string | number | undefined) => Number(text ?? 0).toLocaleString('en')
  return [
    `Moved ${count(control_rows.accounts)} accounts, ${count(control_rows.products)} products and ${count(analytics.events)} events; all counts match.`,
    ...(session_secret_kept
      ? []
      : [
          `SESSION_SECRET differs from ${from}/session-secret, so the service does not read what that one encrypted. Set SESSION_SECRET or SESSION_SECRET_PREVIOUS to the content of that file before you start it.`,
        ]),
    `${from} is unchanged. Delete it once you have checked the new service: it holds visitor salts, which must not be kept longer than 48 hours.`,
  ]
}
