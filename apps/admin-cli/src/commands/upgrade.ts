import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { findingJson, findingText, MARKS_HELP } from '../doctor/finding.ts'
import { CommandError } from '../errors.ts'
import { printResult } from '../terminal.ts'
import { upgradeChecks } from '../upgrade/upgrade-checks.ts'

export function upgradeCommand(program: Command, context: () => Context): void {
  program
    .command('upgrade')
    .description('show what the first start of this version would change in the stores, and whether it can')
    .requiredOption('--check', 'only check; the upgrade itself is the first start of this version')
    .addHelpText('after', MARKS_HELP)
    .action(async () => {
      const { terminal, dependencies, settings } = context()
      const findings = await upgradeChecks(settings(), dependencies)
      const ready = findings.every(({ state }) => state !== 'failed')
      printResult(terminal, { ready, findings: findings.map(findingJson) }, findings.map(findingText).join('\n'))
      if (!ready) throw new CommandError('Do not upgrade yet; the lines with → say what to do first.')
    })
}
