import { adoptEngine } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { CommandRefused } from '../errors.ts'
import { printResult } from '../terminal.ts'

export function engineCommands(program: Command, context: () => Context): void {
  program
    .command('engine')
    .description('the analytics engine, which has the statistics')
    .command('adopt')
    .description('let the engine of these settings take the place of the one whose statistics DATABASE_URL has had')
    .action(async () => {
      const { terminal, dependencies, settings, changeControlData } = context()
      if ('sqlite' in settings().database)
        throw new CommandRefused(
          'DATABASE_URL is not set: the engine in DATA_DIR is the one of the database beside it.',
        )
      const { adopted, before } = await changeControlData((control) => adoptEngine(settings(), control, dependencies))
      const instead =
        before === undefined || before.engine_id === adopted.engine_id ? '' : ` instead of ${before.place}`
      printResult(
        terminal,
        { engine_id: adopted.engine_id, place: adopted.place, before: before?.place ?? null },
        `Statistics are now those of ${adopted.place}${instead}. A service with the other engine no longer starts; stop it if it runs.`,
      )
    })
}
