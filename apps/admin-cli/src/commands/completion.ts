import { Argument, type Command } from 'commander'
import { bashCompletion } from '../completion/bash.ts'
import { fishCompletion } from '../completion/fish.ts'
import { completionTree } from '../completion/tree.ts'
import { zshCompletion } from '../completion/zsh.ts'
import type { Context } from '../context.ts'
import { answer } from '../terminal.ts'

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

export function completionCommand(program: Command, context: () => Context): void {
  program
    .command('completion')
    .description('print a script that completes this command in your shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      `
To have it in every shell:
  footfall completion bash >> ~/.bashrc
  footfall completion zsh > "\${fpath[1]}/_footfall"
  footfall completion fish > ~/.config/fish/completions/footfall.fish`,
    )
    .action((shell: keyof typeof SCRIPTS) => {
      const script = SCRIPTS[shell](completionTree(program))
      answer(context().terminal, { shell, script }, script.trimEnd())
    })
}
