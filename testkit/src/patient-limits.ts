import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { afterAll, vi } from 'vitest'

// A shared machine may stall a database, a disk or the process itself for many seconds. Limits of real time that are no part of what a
// test is about do not end its work meanwhile; a test of a limit sets its own. Built programs have the usual ones.
vi.mock('../../packages/storage/src/connections/time-limits.ts', () => ({
  CONNECT_TIMEOUT_MS: 600_000,
  STATEMENT_TIMEOUT_MS: 600_000,
  ANSWER_TIMEOUT_MS: 600_000,
  // Reading waits for a lock without letting go of the thread.
  BUSY_TIMEOUT_MS: 60_000,
  COUNT_TIMEOUT_MS: 600_000,
}))
vi.mock('../../packages/warehouse/src/engine/limits.ts', async (original) => {
  const real = await original<typeof import('../../packages/warehouse/src/engine/limits.ts')>()
  const { ingest, report, maintenance } = real.LIMITS
  const long = { maxExecutionSeconds: 600 }
  return {
    ...real,
    LIMITS: { ingest: { ...ingest, ...long }, report: { ...report, ...long }, maintenance },
    REPORT_WAIT_MS: 600_000,
  }
})
vi.mock('../../packages/ingest/src/collector/read-timeout.ts', () => ({ READ_TIMEOUT_MS: 600_000 }))
vi.mock('../../packages/config/src/check-timeout.ts', () => ({ CHECK_TIMEOUT_MS: 600_000 }))
vi.mock('../../packages/operate/src/telemetry/stop-deadline.ts', () => ({ STOP_DEADLINE_MS: 600_000 }))

// A test that computes for seconds must not find the connection of its next request closed. Servers of Node close one after five.
const REQUESTS = 'http.server.request.start'
const keepConnection = (message: unknown) => {
  const { server } = message as { readonly server: Server }
  server.keepAliveTimeout = Math.max(server.keepAliveTimeout, 65_000)
}
subscribe(REQUESTS, keepConnection)
afterAll(() => {
  unsubscribe(REQUESTS, keepConnection)
})
