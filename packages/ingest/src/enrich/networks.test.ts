import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mmdb } from '@footfall/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openNetworks, openNetworksFile } from './networks.ts'

const builtAt = new Date('2026-11-01T00:00:00Z')
const database = (networks: Parameters<typeof mmdb>[0]['networks']) => mmdb({ type: 'Test-ASN', builtAt, networks })
const asn = (number: number, name = 'EXAMPLE') => ({
  autonomous_system_number: number,
  autonomous_system_organization: name,
})

let directory: string
let file: string
let logged: string[]
const log = {
  info: (_: object, message: string) => logged.push(message),
  warn: (_: object, message: string) => logged.push(message),
}
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-networks-'))
  file = join(directory, 'asn.mmdb')
  logged = []
})
afterEach(() => rm(directory, { recursive: true }))

const put = async (bytes: Buffer) => {
  await writeFile(`${file}.new`, bytes)
  await rename(`${file}.new`, file)
}

describe('the database of networks', () => {
  it.each([
    ['a provider of servers by its number', asn(16509, 'AMAZON-02'), true],
    ['a provider of servers by its name', asn(64500, 'Example Hosting Ltd'), true],
    ['a provider of access', asn(3320, 'Deutsche Telekom AG'), false],
    ['a relay of browsers', asn(13335, 'Cloudflare, Inc. Cloud'), false],
    ['a number as text', { asn: 'AS24940', as_name: 'Example' }, true],
    ['what the database says itself', { is_hosting_provider: 'true' }, true],
    ['what the database denies', { ...asn(16509), is_hosting_provider: 'false' }, false],
  ])('the database of networks recognizes %s', async (_, record, expected) => {
    await put(database({ '8.8.9.0/24': record }))
    const networks = await openNetworks(file)
    expect(networks.isDataCentre('8.8.9.1')).toBe(expected)
  })

  it('the database of networks has no entry for private, invalid and unlisted addresses', async () => {
    await put(database({ '10.0.0.0/8': asn(16509), '8.8.9.0/24': asn(16509) }))
    const networks = await openNetworks(file)
    for (const address of ['10.1.1.1', '127.0.0.1', '::1', '', 'x'.repeat(200), '1.2.3.4', "8.8.9.1'--"])
      expect(networks.isDataCentre(address)).toBe(false)
  })

  it('a file that is cut off, no database or of places is rejected with its reason', async () => {
    const whole = database({ '8.8.9.0/24': asn(16509) })
    await put(whole.subarray(0, whole.length / 2))
    await expect(openNetworks(file)).rejects.toThrow('the file is not in the MMDB format, or is cut off')
    await put(Buffer.from('number,name\n'))
    await expect(openNetworks(file)).rejects.toThrow('the file is not in the MMDB format, or is cut off')
    await put(mmdb({ type: 'Test-City', builtAt, networks: { '8.8.9.0/24': { country: { iso_code: 'DE' } } } }))
    await expect(openNetworks(file)).rejects.toThrow('the database Test-City knows no autonomous systems')
    await expect(openNetworksFile(join(directory, 'missing'), log)).rejects.toThrow('ENOENT')
  })

  it('a new file is read while the service runs, and one that is cut off leaves the old one in place', async () => {
    await put(database({ '8.8.9.0/24': asn(16509) }))
    const networks = await openNetworksFile(file, log)
    expect(networks.isDataCentre('8.8.9.1')).toBe(true)
    const next = database({ '8.8.10.0/24': asn(16509) })
    await put(next)
    await networks.reload()
    expect([networks.isDataCentre('8.8.9.1'), networks.isDataCentre('8.8.10.1')]).toEqual([false, true])
    await put(next.subarray(0, 40))
    await networks.reload()
    await networks.reload()
    expect(networks.isDataCentre('8.8.10.1')).toBe(true)
    expect(networks.status()).toMatchObject({ type: 'Test-ASN', reloads: 1, rejected: 1 })
    expect(logged).toEqual([
      'read the new database of networks',
      'the new database of networks cannot be used; the one in memory stays',
    ])
  })

  it('no network is known without a file', async () => {
    const networks = await openNetworksFile(undefined, log)
    await networks.reload()
    expect(networks).toMatchObject({ isKnown: false })
    expect(networks.isDataCentre('8.8.9.1')).toBe(false)
    expect(networks.status()).toBeUndefined()
  })
})
