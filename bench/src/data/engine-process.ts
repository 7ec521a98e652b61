import { createSchema, openEngine } from '@footfall/warehouse'

/**
 * node engine-process.ts DIRECTORY: an engine in a separate process, like a node of ClickHouse. Executes the work that its
 * parent sends, one piece after the other, and returns the processor time of each.
 */
export type EngineWork =
  | { readonly kind: 'run'; readonly statement: string }
  | { readonly kind: 'rows'; readonly statement: string }
  /** Inserts lines of `TSV` into `events` as the service does, in blocks, and waits for the merges that follow. */
  | { readonly kind: 'insert'; readonly select: string; readonly blockRows: number; readonly token: string }

export interface EngineAsked {
  readonly id: number
  readonly work: EngineWork
}

export type EngineAnswer =
  | { readonly id: number; readonly rows: readonly unknown[]; readonly processorMs: number }
  | { readonly id: number; readonly failure: string }

const MERGES_LOOK_MS = 50

const [directory = ''] = process.argv.slice(2)
const engine = await openEngine(
  { embedded: { path: directory } },
  { limits: { report: { maxExecutionSeconds: 600, maxMemoryBytes: 8 * 1024 ** 3 } } },
)
await createSchema(engine)

let before = Promise.resolve()
process.on('message', (asked: EngineAsked) => {
  before = before.then(async () => {
    process.send?.(await answerTo(asked))
  })
})
process.on('disconnect', () => {
  before.then(() => engine.close()).finally(() => process.exit(0))
})
process.send?.('ready')

async function answerTo({ id, work }: EngineAsked): Promise<EngineAnswer> {
  try {
    if (work.kind === 'insert') return { id, rows: [], processorMs: await insertMs(work) }
    const started = process.cpuUsage()
    const rows = work.kind === 'rows' ? await engine.rows(work.statement, { purpose: 'report' }) : []
    if (work.kind === 'run') await engine.run(work.statement)
    return { id, rows, processorMs: processorMs(started) }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}

/** Without the time in which the lines are made. */
async function insertMs({ select, blockRows, token }: Extract<EngineWork, { kind: 'insert' }>): Promise<number> {
  const lines = await engine.rows<{ line: string }>(select)
  await mergesToEnd()
  const started = process.cpuUsage()
  for (let from = 0; from < lines.length; from += blockRows) {
    const block = lines.slice(from, from + blockRows).map(({ line }) => `${line}\n`)
    await engine.insert('events', 'TSV', block.join(''), `${token} ${from}`)
  }
  await mergesToEnd()
  return processorMs(started)
}

async function mergesToEnd(): Promise<void> {
  for (;;) {
    const [row] = await engine.rows<{ n: string }>('SELECT count() AS n FROM system.merges')
    if (Number(row?.n ?? 0) === 0) return
    await new Promise((resolve) => setTimeout(resolve, MERGES_LOOK_MS))
  }
}

function processorMs(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}
