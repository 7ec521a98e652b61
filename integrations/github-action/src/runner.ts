import { appendFileSync } from 'node:fs'
import type { Environment } from './inputs.ts'

/** The runner of the job: what it reads from the output of a step, and from its files. */
export interface Runner {
  /** Replaces the text in every line of the log that follows. */
  mask(secret: string): void
  info(text: string): void
  warn(text: string): void
  fail(text: string): void
  output(name: string, value: string): void
  /** For the step after the job. */
  keep(name: string, value: string): void
  /** What the step before has kept. */
  kept(name: string): string | undefined
}

const OUTPUT_LENGTH_MAX = 1_000_000

/** `print` writes a line to the output of the step, `newId` makes what no text contains. */
export function runnerOf(env: Environment, print: (line: string) => void, newId: () => string): Runner {
  const command = (name: string, text: string) => print(`::${name}::${escaped(text)}`)
  const append = (variable: string, name: string, value: string) => {
    const file = env[variable]
    if (file === undefined) throw new Error(`${variable} is missing: this does not run on a runner of GitHub Actions.`)
    if (value.length > OUTPUT_LENGTH_MAX)
      throw new Error(`The output ${name} has more than ${OUTPUT_LENGTH_MAX} characters.`)
    const end = `end_${newId()}`
    appendFileSync(file, `${name}<<${end}\n${value}\n${end}\n`)
  }
  return {
    mask: (secret) => command('add-mask', secret),
    info: (text) => print(withoutCommands(text)),
    warn: (text) => command('warning', text),
    fail: (text) => command('error', text),
    output: (name, value) => append('GITHUB_OUTPUT', name, value),
    keep: (name, value) => append('GITHUB_STATE', name, value),
    kept: (name) => env[`STATE_${name}`],
  }
}

/** Text in a command stays in its line. */
function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** A line of text is not taken for a command. */
function withoutCommands(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replace(/^\s*(?=::|##\[)/, '· ')
}
