import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A block of commands, and what the page says comes out. */
export interface Step {
  readonly commands: string
  readonly answer: unknown
}

/** The blocks of a page that are to be run, in their order; a JSON block right behind one is its answer. */
export function stepsOf(markdown: string): readonly Step[] {
  const blocks = [...markdown.matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', language, text = '']) => ({
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
  return blocks.flatMap(({ language, text }, index) => {
    const next = blocks[index + 1]
    return language === 'sh'
      ? [{ commands: text, answer: next?.language === 'json' ? JSON.parse(next.text) : undefined }]
      : []
  })
}

/** One shell that stays, as a reader's does: what a block sets is there for the next. */
export interface Shell {
  /** Runs a block; answers what it printed. Throws with everything printed when a command of it fails. */
  run(commands: string): Promise<string>
  end(): Promise<void>
}

const DONE = 'walkthrough-block-done'

export function openShell(cwd: string, env: Readonly<Record<string, string | undefined>>): Shell {
  const child: ChildProcess = spawn('bash', ['--norc', '--noprofile'], { cwd, env, stdio: 'pipe' })
  const { stdin, stdout, stderr } = child
  if (stdin === null || stdout === null || stderr === null) throw new Error('The shell has no streams.')
  const lines = createInterface({ input: stdout })
  let printed: string[] = []
  let heard: ((status: number) => void) | undefined
  lines.on('line', (line) => {
    // What curl prints has no newline at its end, so the mark may follow other text.
    const at = line.indexOf(DONE)
    if (at < 0) return void printed.push(line)
    if (at > 0) printed.push(line.slice(0, at))
    heard?.(Number(line.slice(at + DONE.length)))
  })
  stderr.on('data', (chunk) => printed.push(String(chunk)))
  child.on('exit', () => heard?.(1))
  stdin.on('error', () => {})
  return {
    async run(commands) {
      if (child.exitCode !== null) throw new Error('A block before this one failed, and the shell ended with it.')
      printed = []
      const status = await new Promise<number>((resolve) => {
        heard = resolve
        stdin.write(`set -e -o pipefail\n${commands}\nset +e\necho "${DONE}0"\n`)
      })
      const text = printed.join('\n')
      if (status !== 0) throw new Error(`This failed:\n${commands}\nand printed:\n${text}`)
      return text
    },
    async end() {
      if (child.exitCode !== null) return
      stdin.end()
      await once(child, 'exit')
    },
  }
}

/**
 * Whether an answer is what a page shows. The page may leave keys and further entries out; `…` in a text stands for
 * anything, and a number of a thousand or more for any number, since it depends on the day.
 */
export function shows(shown: unknown, actual: unknown): boolean {
  if (typeof shown === 'string' && shown.includes('…'))
    return typeof actual === 'string' && shown.split('…').every((part) => actual.includes(part))
  if (typeof shown === 'number' && shown >= 1000) return typeof actual === 'number'
  if (Array.isArray(shown))
    return (
      Array.isArray(actual) &&
      shown.every((part, index) => shows(part, actual[index])) &&
      (shown.length > 0 || actual.length === 0)
    )
  if (typeof shown === 'object' && shown !== null) {
    if (typeof actual !== 'object' || actual === null) return false
    const found = new Map<string, unknown>(Object.entries(actual))
    return Object.entries(shown).every(([key, part]) => found.has(key) && shows(part, found.get(key)))
  }
  return shown === actual
}
