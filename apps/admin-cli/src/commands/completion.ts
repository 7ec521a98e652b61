import { Argument, type Command } from 'commander'
import { bashCompletion } from '../completion/bash.ts'
import { fishCompletion } from '../completion/fish.ts'
import { completionTree } from '../completion/tree.ts'
import { zshCompletion } from '../completion/zsh.ts'
import type { Context } from '../context.ts'
import { printResult } from '../terminal.ts'

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

export function completionCommand(program: Command, context: () => Context): void {
  program
    .command('completion')
    .description('print a completion script for your shell')
    .addArgument(new Argument('<shell>', 'shell').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      `
To enable it:
  footfall completion bash >> ~/.bashrc
  footfall completion zsh > "\${fpath[1]}/_footfall"
  footfall completion fish > ~/.config/fish/completions/footfall.fish`,
    )
    .action((shell: keyof typeof SCRIPTS) => {
      const script = SCRIPTS[shell](completionTree(program))
      printResult(context().terminal, { shell, script }, script.trimEnd())
    })
}
