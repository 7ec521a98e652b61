import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { examine } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'
import { Refusal } from '../refusal.ts'
import { answer } from '../terminal.ts'

export function doctorCommand(program: Command, context: () => Context): void {
  program
    .command('doctor')
    .description('check every setting and store, and say what to do; changes nothing')
    .addHelpText('after', '\n✓ well   ! works, and should be mended   ✗ does not work (exit code 1)')
    .action(async () => {
      const { terminal, world } = context()
      const findings = await examine(world)
      answer(terminal, { findings: findings.map(shown) }, findings.map(line).join('\n'))
      const wrong = findings.filter(({ state }) => state === 'failed').length
      if (wrong > 0)
        throw new Refusal(`${wrong === 1 ? 'one thing does' : `${wrong} things do`} not work; → above says what to do.`)
    })
}

const shown = ({ check, state, found, fix }: Finding) => ({ check, state, found, fix: fix ?? null })

const MARK = { ok: '✓', warning: '!', failed: '✗' } as const

function line({ check, state, found, fix }: Finding): string {
  return `${MARK[state]} ${check.replaceAll('_', ' ')}: ${found}${fix === undefined ? '' : `\n    → ${fix}`}`
}
