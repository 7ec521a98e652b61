import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Dependencies } from '../dependencies.ts'
import { type ExitCode, run } from '../program.ts'

export const NOW = '2026-11-21T12:00:00.000Z'

export interface Ran {
  readonly code: ExitCode
  readonly out: string
  readonly err: string
  /** What was drawn for a person who watches. */
  readonly drawn: string
}

export interface RunOptions {
  readonly stdin?: string
  /** What a person types when asked; without it nobody can be asked. */
  readonly typed?: string
  readonly env?: Readonly<Record<string, string>>
  readonly interactive?: boolean
  readonly columns?: number
  readonly now?: () => number
  readonly fetch?: typeof globalThis.fetch
  readonly wait?: (milliseconds: number) => Promise<void>
}

/** Dependencies that discard output; some may be replaced. */
export function testDependencies(parts: Partial<Dependencies>): Dependencies {
  return {
    environment: {},
    clock: { now: () => Date.parse(NOW) },
    random: { bytes: (count) => randomBytes(count) },
    interactive: false,
    columns: undefined,
    out: () => {},
    err: () => {},
    fetch: globalThis.fetch,
    wait: async () => {},
    hostname: () => 'testbox',
    draw: () => {},
    ask: async () => undefined,
    readStdin: async () => '',
    ...parts,
  }
}

/** Runs the command line on a separate data directory for each test. Call it inside `describe`. */
export function commandLine() {
  let dataDir = ''
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'footfall-cli-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  const footfall = async (args: string | readonly string[], options: RunOptions = {}): Promise<Ran> => {
    const out: string[] = []
    const err: string[] = []
    const drawn: string[] = []
    const dependencies = testDependencies({
      environment: { DATA_DIR: dataDir, HOME: dataDir, ...options.env },
      clock: { now: options.now ?? (() => Date.parse(NOW)) },
      interactive: options.interactive ?? false,
      columns: options.columns,
      out: (text) => out.push(text),
      err: (text) => err.push(text),
      draw: (text) => drawn.push(text),
      ...(options.fetch && { fetch: options.fetch }),
      ...(options.wait && { wait: options.wait }),
      ask: async () => options.typed,
      readStdin: async () => options.stdin ?? '',
    })
    const code = await run(typeof args === 'string' ? args.split(' ') : args, dependencies)
    return { code, out: out.join('\n'), err: err.join('\n'), drawn: drawn.join('') }
  }
  return {
    dataDir: () => dataDir,
    footfall,
    json: async (args: string, options?: RunOptions) => JSON.parse((await footfall(`${args} --json`, options)).out),
  }
}
