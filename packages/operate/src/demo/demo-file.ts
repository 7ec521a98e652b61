import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keptText } from '@footfall/config'
import { z } from 'zod'

/** Content of `DATA_DIR/demo.json`. It holds secrets, so only its owner may read it. */
export const DemoFile = z.object({
  base_url: z.string(),
  email: z.string(),
  password: z.string(),
  account_token: z.string(),
  products: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(['website', 'docs', 'silent']) })),
  ingest: z.object({
    event_url: z.string(),
    /** Absent in what an earlier version wrote, as is its key. */
    events_url: z.string().optional(),
    crawls_url: z.string(),
    payments_url: z.string(),
    tracker_url: z.string(),
    product: z.string(),
    keys: z.object({ api: z.string(), payment: z.string(), crawler_intake: z.string(), ingest: z.string().optional() }),
  }),
  created_at: z.string(),
})
export type DemoFile = z.infer<typeof DemoFile>

/** Undefined when this data directory has no demo. */
export async function readDemoFile(dataDir: string): Promise<DemoFile | undefined> {
  const text = await keptText(pathIn(dataDir))
  return text === undefined ? undefined : DemoFile.parse(JSON.parse(text))
}

export async function writeDemoFile(dataDir: string, demo: DemoFile): Promise<void> {
  const draft = `${pathIn(dataDir)}.new`
  await writeFile(draft, `${JSON.stringify(demo, undefined, 2)}\n`, { mode: 0o600 })
  await rename(draft, pathIn(dataDir))
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'demo.json')
}
