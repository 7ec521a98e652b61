import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

export const SkippedLine = z.object({ line: z.int(), field: z.string(), message: z.string() })
export type SkippedLine = z.infer<typeof SkippedLine>

/** State of an import. Written after every step that must not be repeated unnoticed. */
const ImportState = z.object({
  version: z.literal(1),
  import_id: z.string(),
  /** Hexadecimal; cleared when the import is done, so that visitors can no longer be traced to addresses. */
  secret: z.string(),
  phase: z.enum(['staging', 'visits', 'done']),
  /** Staged so far: blocks, bytes of the file, its lines, and rows. */
  blocks: z.int(),
  offset: z.int(),
  lines: z.int(),
  rows: z.int(),
  events: z.int(),
  engagements: z.int(),
  crawler_hits: z.int(),
  bots_left_out: z.int(),
  skipped: z.int(),
  first_skipped: z.array(SkippedLine),
  /** Number of slices of the staged rows, and how many of them are in the events table. */
  slices: z.int(),
  slices_done: z.int(),
  /** Engagement events without a visit, in the finished slices. */
  stray_engagements: z.int(),
})
export type ImportState = z.infer<typeof ImportState>

export function newState(importId: string, secret: string): ImportState {
  return {
    version: 1,
    import_id: importId,
    secret,
    phase: 'staging',
    blocks: 0,
    offset: 0,
    lines: 0,
    rows: 0,
    events: 0,
    engagements: 0,
    crawler_hits: 0,
    bots_left_out: 0,
    skipped: 0,
    first_skipped: [],
    slices: 0,
    slices_done: 0,
    stray_engagements: 0,
  }
}

/** The state of an import in one file, replaced atomically. */
export function stateFile(path: string) {
  return {
    async load(): Promise<ImportState | undefined> {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      return text === undefined ? undefined : ImportState.parse(JSON.parse(text))
    },
    async save(state: ImportState): Promise<void> {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.new`
      const file = await open(draft, 'w', 0o600)
      try {
        await file.writeFile(JSON.stringify(state))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
    },
    async remove(): Promise<void> {
      await rm(path, { force: true })
    },
  }
}
