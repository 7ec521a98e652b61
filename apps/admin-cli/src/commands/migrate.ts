import { openAnalyticsEngine } from '@footfall/runtime'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { answer } from '../terminal.ts'

export function migrateCommand(program: Command, context: () => Context): void {
  program
    .command('migrate')
    .description('bring the schemas of both stores up to date; safe to repeat and to run twice at once')
    .action(async () => {
      const { terminal, settings, withControlData } = context()
      // Opening migrates.
      await withControlData(async () => {})
      const engine = await openAnalyticsEngine(settings())
      await engine.close()
      answer(terminal, { migrated: true }, 'Both stores are up to date.')
    })
}
