import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mmdb } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandLine } from '../test-support/command-line.ts'

const DATABASE = mmdb({
  type: 'Test-City',
  builtAt: new Date('2026-11-01T00:00:00Z'),
  networks: { '192.0.9.0/24': { country: { iso_code: 'DE' } } },
})

describe('footfall geo update', () => {
  const { footfall, dataDir } = commandLine()
  let server: Server
  let url: string
  beforeAll(async () => {
    server = createServer((_, response) => response.end(DATABASE))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/city.mmdb`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it('installs a database at the path of GEO_DATABASE, and reports an update that changes nothing', async () => {
    const file = join(dataDir(), 'city.mmdb')
    const env = { GEO_DATABASE: file }
    const first = await footfall(`geo update --url ${url}`, { env })
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toContain('Test-City, built on 2026-11-01')
    expect(await readFile(file)).toEqual(DATABASE)
    const again = await footfall(`geo update --url ${url} --json`, { env })
    expect(JSON.parse(again.out)).toEqual({
      path: file,
      type: 'Test-City',
      built_at: '2026-11-01T00:00:00.000Z',
      bytes: DATABASE.length,
      replaced: false,
    })
  })

  it('rejects an update without GEO_DATABASE, without MaxMind’s account, and for another provider', async () => {
    expect(await footfall(`geo update --url ${url}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('GEO_DATABASE is not set'),
    })
    const env = { GEO_DATABASE: join(tmpdir(), 'nowhere', 'city.mmdb') }
    expect(await footfall('geo update --provider maxmind', { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('MAXMIND_LICENSE_KEY are not set'),
    })
    expect(await footfall('geo update --provider other', { env })).toMatchObject({ code: 2 })
    expect(await footfall(`geo update --url ${url}`, { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be written'),
    })
  })
})
