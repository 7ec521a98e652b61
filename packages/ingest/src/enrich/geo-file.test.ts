import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mmdb } from '@footfall/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type GeoFile, openGeoFile } from './geo-file.ts'

const ADDRESS = '192.0.9.1'
const OLD = new Date('2026-10-01T00:00:00Z')
const NEW = new Date('2026-11-01T00:00:00Z')

function database(city: string, builtAt: Date): Buffer {
  const record = { country: { iso_code: 'DE' }, city: { names: { en: city } } }
  return mmdb({ type: 'Test-City', builtAt, networks: { '192.0.9.0/24': record } })
}

describe('a geo database whose file changes', () => {
  let directory: string
  let file: string
  let geo: GeoFile
  let logged: string[]
  const log = {
    info: (_: object, message: string) => logged.push(message),
    warn: (_: object, message: string) => logged.push(message),
  }
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'footfall-geo-'))
    file = join(directory, 'city.mmdb')
    logged = []
    await writeFile(file, database('Berlin', OLD))
    geo = await openGeoFile(file, log)
  })
  afterEach(() => rm(directory, { recursive: true }))

  const city = () => geo.lookup(ADDRESS).city
  const put = async (bytes: Buffer) => {
    await writeFile(`${file}.new`, bytes)
    await rename(`${file}.new`, file)
  }

  it('a geo database is read again when its file changes, also for addresses that were looked up before', async () => {
    expect(city()).toBe('Berlin')
    const before = geo.database
    await put(database('Potsdam', NEW))
    expect(city()).toBe('Berlin')
    await geo.reload()
    expect(city()).toBe('Potsdam')
    expect(geo.database).not.toBe(before)
    expect(geo.status()).toEqual({ type: 'Test-City', builtAt: NEW, reloads: 1, rejected: 0 })
    expect(logged).toEqual(['read the new geo database'])
  })

  it('a geo database is not read again while the file stays as it is', async () => {
    const before = geo.database
    await geo.reload()
    expect(geo.database).toBe(before)
    expect(logged).toEqual([])
  })

  it.each([
    ['of another kind', async () => put(Buffer.from('<html>Not found</html>'))],
    ['that is cut off', async () => put(database('Potsdam', NEW).subarray(0, 200))],
    ['that is empty', async () => put(Buffer.alloc(0))],
    [
      'without countries',
      async () => put(mmdb({ type: 'Test-ASN', builtAt: NEW, networks: { '192.0.9.0/24': { asn: 'AS1' } } })),
    ],
    ['that is gone', async () => rm(file)],
  ])('a geo database stays in memory beside a file %s, logged once, until there is a good one', async (_, spoil) => {
    await spoil()
    await geo.reload()
    await geo.reload()
    expect(city()).toBe('Berlin')
    expect(logged).toEqual(['the new geo database cannot be used; the one in memory stays'])
    expect(geo.status()).toEqual({ type: 'Test-City', builtAt: OLD, reloads: 0, rejected: 1 })
    await put(database('Potsdam', NEW))
    await geo.reload()
    expect(city()).toBe('Potsdam')
  })

  it('rejects a geo database at the start that it would reject later', async () => {
    await put(mmdb({ type: 'Test-ASN', builtAt: NEW, networks: { '192.0.9.0/24': { asn: 'AS1' } } }))
    await expect(openGeoFile(file, log)).rejects.toThrow('the database Test-ASN knows no countries')
  })

  it('uses the bundled geo database, which never changes, if no path is configured', async () => {
    const bundled = await openGeoFile(undefined, log)
    await bundled.reload()
    expect(bundled.lookup('8.8.8.8').country).toBe('US')
    expect(bundled.status()).toMatchObject({ reloads: 0, rejected: 0 })
  })
})
