import { SettingsError } from '@footfall/config'
import { DomainError, RELEASE_VERSION } from '@footfall/core-domain'
import { Command, CommanderError } from 'commander'
import { accountCommands } from './commands/account.ts'
import { annotateCommand } from './commands/annotate.ts'
import { auditCommand } from './commands/audit.ts'
import { backupCommands } from './commands/backup.ts'
import { callCommand } from './commands/call.ts'
import { completionCommand } from './commands/completion.ts'
import { crawlerCommands } from './commands/crawlers.ts'
import { demoCommand } from './commands/demo.ts'
import { docsCommand } from './commands/docs.ts'
import { doctorCommand } from './commands/doctor.ts'
import { engineCommands } from './commands/engine.ts'
import { geoCommands } from './commands/geo.ts'
import { idempotencyCommands } from './commands/idempotency.ts'
import { importCommand } from './commands/import.ts'
import { invitationCommands } from './commands/invitation.ts'
import { loginCommands } from './commands/login.ts'
import { mailCommands } from './commands/mail.ts'
import { memberCommands } from './commands/member.ts'
import { migrateCommand } from './commands/migrate.ts'
import { oauthCommands } from './commands/oauth.ts'
import { productCommands } from './commands/product.ts'
import { reportCommands } from './commands/report.ts'
import { rollupCommands } from './commands/rollups.ts'
import { secretsCommands } from './commands/secrets.ts'
import { segmentCommands } from './commands/segment.ts'
import { shareCommands } from './commands/share.ts'
import { statsCommand } from './commands/stats.ts'
import { statusCommand } from './commands/status.ts'
import { tokenCommands } from './commands/token.ts'
import { upgradeCommand } from './commands/upgrade.ts'
import { visitorCommands } from './commands/visitor.ts'
import { createContext } from './context.ts'
import type { Dependencies } from './dependencies.ts'
import { CommandError, UsageError } from './errors.ts'
import type { ProgramOptions } from './remote/connection.ts'

export const EXIT = { done: 0, failed: 1, usage: 2 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Runs one command line, given without the names of interpreter and script. Returns the exit code. */
export async function run(argv: readonly string[], dependencies: Dependencies): Promise<ExitCode> {
  // Read here, since commander can reject a command line before it has read the option.
  const json = argv.includes('--json')
  try {
    await createProgram(dependencies, json).parseAsync([...argv], { from: 'user' })
    return EXIT.done
  } catch (error) {
    return reportError(error, json, dependencies)
  }
}

/** All commands. Help, shell completion and the reference are generated from them. */
export function createProgram(dependencies: Dependencies, json = false): Command {
  const program = new Command('footfall')
    .description(
      'Operate Footfall. Reads the same environment as the service and works on its stores directly; with --server it uses a running service.',
    )
    .option('--json', JSON_OPTION)
    .option('--server <url>', SERVER_OPTION)
    .option('--stores', STORES_OPTION)
    // Taken before the settings are read, so that it works in every position.
    .option('--env-file <file>', 'read settings from this file; environment variables take precedence')
    .version(RELEASE_VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    .configureHelp({
      helpWidth: 100,
      showGlobalOptions: false,
      // Long lists of choices have a place of their own, and stay for the completion.
      argumentDescription: ({ description, argChoices = [] }) =>
        argChoices.length === 0 || argChoices.length > CHOICES_SHOWN_MAX
          ? description
          : `${description} (choices: ${argChoices.map((choice) => JSON.stringify(choice)).join(', ')})`,
    })
    .configureOutput({
      writeOut: (text) => dependencies.out(text.trimEnd()),
      writeErr: (text) => (json ? undefined : dependencies.err(text.trimEnd())),
    })
    .showHelpAfterError('Run with --help for a list of commands and options.')
    .addHelpText('after', EXIT_CODES_HELP)
  const context = () => createContext(dependencies, program.opts<ProgramOptions>())
  loginCommands(program, context)
  callCommand(program, context)
  statsCommand(program, context)
  statusCommand(program, context)
  annotateCommand(program, context)
  accountCommands(program, context)
  productCommands(program, context)
  memberCommands(program, context)
  tokenCommands(program, context)
  oauthCommands(program, context)
  segmentCommands(program, context)
  shareCommands(program, context)
  reportCommands(program, context)
  invitationCommands(program, context)
  mailCommands(program, context)
  idempotencyCommands(program, context)
  auditCommand(program, context)
  importCommand(program, context)
  crawlerCommands(program, context)
  geoCommands(program, context)
  engineCommands(program, context)
  rollupCommands(program, context)
  visitorCommands(program, context)
  demoCommand(program, context)
  secretsCommands(program, context)
  backupCommands(program, context)
  migrateCommand(program, context)
  upgradeCommand(program, context)
  doctorCommand(program, context)
  docsCommand(program, context)
  completionCommand(program, context)
  inheritSettings(program)
  return program
}

const SERVER_OPTION =
  'use the service at this address, with the token of `footfall login` or FOOTFALL_TOKEN, instead of the stores'
const STORES_OPTION = 'work on the stores even if FOOTFALL_SERVER is set'
const JSON_OPTION = 'print one JSON document instead of text'
const EXIT_CODES_HELP = `
Exit codes: 0 done, 1 failed, 2 invalid command line or setting.
With --json, an error is {"error":{"code","message"}} on standard error.`

const CHOICES_SHOWN_MAX = 10

/** What every command accepts in any position. */
const PROGRAM_OPTIONS: ReadonlySet<string> = new Set(['json', 'server', 'stores'] satisfies (keyof ProgramOptions)[])

/** Subcommands throw instead of exiting, print like the program, and accept `--json` in any position. */
function inheritSettings(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command).helpCommand(false)
    if (child.commands.length === 0) {
      child.option('--json', JSON_OPTION)
      child.option('--server <url>', SERVER_OPTION)
      child.option('--stores', STORES_OPTION)
      child.hook('preAction', (_, action) => {
        for (const [name, value] of Object.entries(action.opts<ProgramOptions>()))
          if (PROGRAM_OPTIONS.has(name)) rootOf(action).setOptionValue(name, value)
      })
    }
    inheritSettings(child)
  }
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent)
}

function reportError(error: unknown, json: boolean, dependencies: Dependencies): ExitCode {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done
  const { code, message, exit } = errorJson(error)
  if (json) dependencies.err(JSON.stringify({ error: { code, message } }))
  // Commander has printed its own message.
  else if (!(error instanceof CommanderError)) dependencies.err(`footfall: ${message}`)
  return exit
}

function errorJson(error: unknown): { code: string; message: string; exit: ExitCode } {
  if (error instanceof CommanderError) return { code: 'usage', message: usageMessage(error), exit: EXIT.usage }
  if (error instanceof UsageError) return { code: 'usage', message: error.message, exit: EXIT.usage }
  if (error instanceof SettingsError) return { code: 'settings', message: error.message, exit: EXIT.usage }
  if (error instanceof DomainError) return { code: error.code, message: error.detail, exit: EXIT.failed }
  if (error instanceof CommandError) return { code: error.code, message: error.message, exit: EXIT.failed }
  return { code: 'failed', message: error instanceof Error ? error.message : String(error), exit: EXIT.failed }
}

function usageMessage({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'a command is missing; --help lists them' : message.replace(/^error: /, '')
}
