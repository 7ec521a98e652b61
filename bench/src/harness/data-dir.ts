import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningService, startService } from './service.ts'

/** Runs work against a service with fresh demo data, and removes the data afterwards. */
export async function withDemoService<T>(work: (service: RunningService, dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-bench-'))
  try {
    const service = await startService(dataDir, true)
    try {
      return await work(service, dataDir)
    } finally {
      await service.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
