import process from 'node:process'

const OPTION = '--env-file'

export interface TakenEnvironmentFiles {
  readonly files: readonly string[]
  /** The arguments without the option. */
  readonly rest: readonly string[]
  /** The problem with the option, in one line. */
  readonly problem?: string
}

/** Takes `--env-file FILE` and `--env-file=FILE` out of a command line, wherever they are before `--`. */
export function takeEnvironmentFiles(argv: readonly string[]): TakenEnvironmentFiles {
  const end = argv.indexOf('--')
  const options = end < 0 ? argv : argv.slice(0, end)
  const files: string[] = []
  const rest: string[] = []
  for (let i = 0; i < options.length; i++) {
    const argument = options[i] ?? ''
    const isSeparate = argument === OPTION
    if (!isSeparate && !argument.startsWith(`${OPTION}=`)) {
      rest.push(argument)
      continue
    }
    const file = isSeparate ? options[++i] : argument.slice(OPTION.length + 1)
    if (file === undefined || file === '' || (isSeparate && file.startsWith('-')))
      return { files, rest, problem: `${OPTION} needs the path of a file.` }
    files.push(file)
  }
  return { files, rest: [...rest, ...argv.slice(options.length)] }
}

/**
 * Reads the environment files that the command line names, as Node.js reads them, and removes the option from `process.argv`. What is
 * in the environment already stays as it is, and the first of two files takes precedence. This keeps settings out of the arguments, which
 * every user of the machine can read. An executable calls it before anything reads the environment. Ends the process with exit code 2 if a file cannot be read.
 */
export function loadEnvironmentFiles(command: string): void {
  const { files, rest, problem } = takeEnvironmentFiles(process.argv.slice(2))
  if (problem !== undefined) end(command, problem)
  for (const file of files) {
    try {
      process.loadEnvFile(file)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : 'unreadable'
      end(command, `${OPTION} ${file} cannot be read: ${REASONS[String(code)] ?? code}.`)
    }
  }
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...rest)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a directory',
}

function end(command: string, problem: string): never {
  // As every other error of a command line.
  const isJson = process.argv.includes('--json')
  const text = isJson ? JSON.stringify({ error: { code: 'usage', message: problem } }) : `${command}: ${problem}`
  process.stderr.write(`${text}\n`)
  process.exit(2)
}
