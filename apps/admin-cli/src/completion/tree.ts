import type { Argument, Command, Option } from 'commander'

/** What can follow a command on the command line. */
export interface CompletionNode {
  /** The words of the command, without the name of the program. */
  readonly path: readonly string[]
  readonly description: string
  readonly commands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly CompletionOption[]
  /** Accepted values of the arguments. */
  readonly values: readonly string[]
  /** Whether an argument is a path. */
  readonly takesFile: boolean
}

interface CompletionOption {
  readonly flag: string
  readonly description: string
  readonly takesValue: boolean
  readonly values: readonly string[]
}

/** Every command, the program itself first. */
export function completionTree(program: Command): readonly CompletionNode[] {
  return walk(program, [])
}

/** The words of a command, each after a space. */
export function spaced(path: readonly string[]): string {
  return path.map((word) => ` ${word}`).join('')
}

function walk(command: Command, path: readonly string[]): CompletionNode[] {
  const help = command.createHelp()
  const children = help.visibleCommands(command)
  const node: CompletionNode = {
    path,
    description: command.description(),
    commands: children.map((child) => ({ name: child.name(), description: child.description() })),
    options: help.visibleOptions(command).flatMap(completionOption),
    values: command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
    takesFile: command.registeredArguments.some(isFile),
  }
  return [node, ...children.flatMap((child) => walk(child, [...path, child.name()]))]
}

function completionOption(option: Option): CompletionOption[] {
  if (option.long === undefined || option.long === null) return []
  return [
    {
      flag: option.long,
      description: option.description,
      takesValue: option.required || option.optional,
      values: option.argChoices ?? [],
    },
  ]
}

function isFile(argument: Argument): boolean {
  return /file|directory|folder|path/.test(argument.name())
}
