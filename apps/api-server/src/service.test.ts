import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSettings } from '@footfall/config'
import { RELEASE_VERSION, ServiceStatus } from '@footfall/core-domain'
import { askRunningService } from '@footfall/operate'
import { freePort } from '@footfall/testkit'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startService } from './service.ts'

it('a running service answers the commands of its operator on the socket in DATA_DIR, and removes it when it stops', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-service-'))
  const settings = parseSettings({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  try {
    const service = await startService(settings, {
      clock: { now: () => Date.now() },
      random: { bytes: (count) => randomBytes(count) },
      newRequestId: randomUUID,
      log: pino({ level: 'silent' }),
    })
    expect(await askRunningService(dataDir, 'GET', '/rollups')).toEqual({ ok: true, body: { products: [] } })
    expect(await askRunningService(dataDir, 'POST', '/rollups/rebuild')).toEqual({ ok: true, body: { products: [] } })
    const status = await askRunningService(dataDir, 'GET', '/status')
    expect(ServiceStatus.parse(status?.ok === true ? status.body : undefined)).toMatchObject({
      status: 'ready',
      versions: { footfall: RELEASE_VERSION, engine: expect.stringMatching(/^\d+\.\d+/) },
      queues: { events: 0, jobs: { emails: 0, imports: 0 } },
      last_backups: { everything: null, control_data: null, bucket: { made: null, failed: null } },
    })
    await service.stop()
    expect(await askRunningService(dataDir, 'GET', '/rollups')).toBeUndefined()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

it('a service behind a proxy that TRUST_PROXY does not count warns at the start, and once when a request reveals the proxy', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'footfall-service-'))
  const port = await freePort()
  const settings = parseSettings({ DATA_DIR: dataDir, PORT: String(port), BASE_URL: 'https://stats.example.com' })
  const lines: string[] = []
  const aboutProxies = () => lines.map((line) => JSON.parse(line).msg).filter((text) => text.includes('TRUST_PROXY'))
  try {
    const service = await startService(settings, {
      clock: { now: () => Date.now() },
      random: { bytes: (count) => randomBytes(count) },
      newRequestId: randomUUID,
      log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
    })
    expect(aboutProxies()).toEqual([expect.stringContaining('BASE_URL is https')])
    for (const address of ['81.2.69.142', '8.8.8.8'])
      await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { 'x-forwarded-for': address } })
    expect(aboutProxies().slice(1)).toEqual([expect.stringContaining('x-forwarded-for')])
    await service.stop()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
