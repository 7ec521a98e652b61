import type { Command } from 'commander'
import type { Context } from '../context.ts'
import type { Finding } from '../doctor/finding.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { CommandError } from '../errors.ts'
import { printResult } from '../terminal.ts'

export function doctorCommand(program: Command, context: () => Context): void {
  program
    .command('doctor')
    .description('check every setting and store, and say what to do; makes no changes')
    .addHelpText('after', '\n✓ works   ! works, but needs attention   ✗ does not work (exit code 1)')
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

const findingJson = ({ check, state, found, fix }: Finding) => ({ check, state, found, fix: fix ?? null })

const MARK = { ok: '✓', warning: '!', failed: '✗' } as const

function findingText({ check, state, found, fix }: Finding): string {
  return `${MARK[state]} ${check.replaceAll('_', ' ')}: ${found}${fix === undefined ? '' : `\n    → ${fix}`}`
}
