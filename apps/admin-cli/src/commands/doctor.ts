import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { findingJson, findingText, MARKS_HELP } from '../doctor/finding.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { CommandError } from '../errors.ts'
import { printResult } from '../terminal.ts'

export function doctorCommand(program: Command, context: () => Context): void {
  program
    .command('doctor')
    .description('check every setting and store, and show what to do; makes no changes')
    .addHelpText('after', MARKS_HELP)
    .action(async () => {
      const { terminal, dependencies } = context()
      const findings = await runChecks(dependencies)
      printResult(terminal, { findings: findings.map(findingJson) }, findings.map(findingText).join('\n'))
      const failures = findings.filter(({ state }) => state === 'failed').length
      if (failures > 0)
        throw new CommandError(
          `${failures === 1 ? 'One check' : `${failures} checks`} failed; the lines with → say what to do.`,
        )
    })
}
