import { createProgram } from '../../../../apps/admin-cli/src/program.ts'
import { fenced } from '../markdown.ts'

type Command = ReturnType<typeof createProgram>

/** The command line in a world in which nothing is run. */
export function program(): Command {
  return createProgram({
    environment: {},
    clock: { now: () => 0 },
    random: { bytes: (count) => new Uint8Array(count) },
    interactive: false,
    columns: undefined,
    out: () => {},
    err: () => {},
    draw: () => {},
    fetch: async () => new Response(),
    wait: async () => {},
    hostname: () => '',
    ask: async () => undefined,
    readStdin: async () => '',
  })
}

/** Every command as its own help shows it. */
export function commandsPage(): string {
  return `# Commands

\`footfall\` works on the stores directly, by the [settings](../configuration.md) of the service, and needs no running service. With \`--server\` it
uses [a service elsewhere](../how-to/command-line-remote.md) with a token. In a clone
it is \`./footfall\`. [Completion](#footfall-completion) for bash, zsh and fish comes with it.

${sections(program(), 'footfall').join('\n\n')}
`
}

function sections(command: Command, name: string): string[] {
  return [
    `## ${name}\n\n${fenced('text', helpOf(command))}`,
    ...command.commands.flatMap((child) => sections(child, `${name} ${child.name()}`)),
  ]
}

/** Help with the texts around it, as \`--help\` prints it. */
function helpOf(command: Command): string {
  const parts: string[] = []
  command.configureOutput({ writeOut: (part) => parts.push(part) })
  command.outputHelp()
  return parts.join('').trimEnd()
}
