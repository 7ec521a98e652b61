import { SettingsError } from '@footfall/config'
import { DomainError } from '@footfall/core-domain'
import { Command, CommanderError } from 'commander'
import { accountCommands } from './commands/account.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommands } from './commands/backup.ts'
import { completionCommand } from './commands/completion.ts'
import { demoCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { idempotencyCommands } from './commands/idempotency.ts'
import { importCommand } from './commands/import.ts'
import { invitationCommands } from './commands/invitation.ts'
import { migrateCommand } from './commands/migrate.ts'
import { oauthCommands } from './commands/oauth.ts'
import { tokenCommands } from './commands/token.ts'
import { createContext } from './context.ts'
import { Refusal, Usage } from './refusal.ts'
import type { World } from './world.ts'

export const EXIT = { done: 0, refused: 1, usage: 2 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Runs one command line, without the interpreter's two leading arguments, and answers its exit code. */
export async function run(argv: readonly string[], world: World): Promise<ExitCode> {
  // Told beforehand, since commander refuses a command line before it has read the option.
  const json = argv.includes('--json')
  try {
    await createProgram(world, json).parseAsync([...argv], { from: 'user' })
    return EXIT.done
  } catch (error) {
    return explain(error, json, world)
  }
}

/** All commands, not yet run: what the help, the completion and the reference are made from. */
export function createProgram(world: World, json = false): Command {
  const program = new Command('footfall')
    .description('Operate Footfall. Reads the same environment as the service and works on its stores directly.')
    .option('--json', JSON_OPTION)
    .helpOption('-h, --help', 'show this')
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ helpWidth: 100, showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => world.out(text.trimEnd()),
      writeErr: (text) => (json ? undefined : world.err(text.trimEnd())),
    })
    .showHelpAfterError('Run with --help to see what is there.')
    .addHelpText('after', AFTERWORD)
  const context = () => createContext(world, program.opts<{ json?: true }>().json === true)
  accountCommands(program, context)
  tokenCommands(program, context)
  oauthCommands(program, context)
  invitationCommands(program, context)
  idempotencyCommands(program, context)
  auditCommand(program, context)
  importCommand(program, context)
  demoCommand(program, context)
  backupCommands(program, context)
  migrateCommand(program, context)
  doctorCommand(program, context)
  completionCommand(program, context)
  inheritSettings(program)
  return program
}

const JSON_OPTION = 'print one JSON document instead of text'
const AFTERWORD = `
Exit code: 0 done, 1 refused, 2 the command line or a setting cannot be used.
With --json a refusal is {"error":{"code","message"}} on standard error.`

/** Subcommands throw rather than exit, print through the same world, and take `--json` in any place. */
function inheritSettings(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command).helpCommand(false)
    if (child.commands.length === 0) {
      child.option('--json', JSON_OPTION)
      child.hook('preAction', (_, action) => {
        if (action.opts<{ json?: true }>().json === true) rootOf(action).setOptionValue('json', true)
      })
    }
    inheritSettings(child)
  }
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent)
}

function explain(error: unknown, json: boolean, world: World): ExitCode {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done
  const { code, message, exit } = describe(error)
  if (json) world.err(JSON.stringify({ error: { code, message } }))
  // Commander has printed its own message already.
  else if (!(error instanceof CommanderError)) world.err(`footfall: ${message}`)
  return exit
}

function describe(error: unknown): { code: string; message: string; exit: ExitCode } {
  if (error instanceof CommanderError) return { code: 'usage', message: usageMessage(error), exit: EXIT.usage }
  if (error instanceof Usage) return { code: 'usage', message: error.message, exit: EXIT.usage }
  if (error instanceof SettingsError) return { code: 'settings', message: error.message, exit: EXIT.usage }
  if (error instanceof DomainError) return { code: error.code, message: error.detail, exit: EXIT.refused }
  if (error instanceof Refusal) return { code: 'refused', message: error.message, exit: EXIT.refused }
  return { code: 'failed', message: error instanceof Error ? error.message : String(error), exit: EXIT.refused }
}

function usageMessage({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'a command is missing; --help shows them' : message.replace(/^error: /, '')
}
