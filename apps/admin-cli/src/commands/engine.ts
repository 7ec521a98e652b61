import { adoptEngine } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { CommandError } from '../errors.ts'
import { printResult } from '../terminal.ts'

export function engineCommands(program: Command, context: () => Context): void {
  program
    .command('engine')
    .description('the analytics engine, which stores the statistics')
    .command('adopt')
    .description('replace the engine that DATABASE_URL uses with the engine of these settings')
    .action(async () => {
      const { terminal, dependencies, settings, changeControlData } = context()
      if ('sqlite' in settings().database)
        throw new CommandError(
          'DATABASE_URL is not set: the SQLite database always uses the engine in the same DATA_DIR.',
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
