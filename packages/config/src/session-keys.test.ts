import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acceptedKeys } from '@footfall/core-domain'
import { seededRandom } from '@footfall/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseSettings, SettingsError, sessionKeys } from './index.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-key-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const keysWith = async (environment: Record<string, string>, seed: string) =>
  acceptedKeys(
    await sessionKeys(parseSettings({ DATA_DIR: join(directory, 'data'), ...environment }), seededRandom(seed)),
  )
const keyWith = async (environment: Record<string, string>, seed: string) => (await keysWith(environment, seed))[0]

describe('the session key', () => {
  it('generates a key once, readable only by its owner, and the same for processes that start at once', async () => {
    const keys = await Promise.all(['a', 'b', 'c'].map((seed) => keyWith({}, seed)))
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1)
    expect(await keyWith({}, 'later')).toEqual(keys[0])
    expect(await readdir(join(directory, 'data'))).toEqual(['session-secret'])
    const path = join(directory, 'data', 'session-secret')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toMatch(/^[0-9A-Za-z]{48}$/)
  })

  it('derives the key from SESSION_SECRET if it is set, and stores nothing', async () => {
    const one = await keyWith({ SESSION_SECRET: 'x'.repeat(32) }, 'a')
    expect(one).toHaveLength(32)
    expect(await keyWith({ SESSION_SECRET: 'x'.repeat(32) }, 'b')).toEqual(one)
    expect(await keyWith({ SESSION_SECRET: 'y'.repeat(32) }, 'a')).not.toEqual(one)
    expect(await readdir(directory)).toEqual([])
  })

  it('accepts the key of SESSION_SECRET_PREVIOUS in addition to the current one, which stays first', async () => {
    const [old, young] = [{ SESSION_SECRET: 'x'.repeat(32) }, { SESSION_SECRET: 'y'.repeat(32) }]
    const during = await keysWith({ ...young, SESSION_SECRET_PREVIOUS: old.SESSION_SECRET }, 'a')
    expect(during).toEqual([await keyWith(young, 'a'), await keyWith(old, 'a')])
    expect(await keysWith(young, 'a')).toHaveLength(1)
  })

  it('rejects a SESSION_SECRET_PREVIOUS that equals SESSION_SECRET', () => {
    const same = { SESSION_SECRET: 'x'.repeat(32), SESSION_SECRET_PREVIOUS: 'x'.repeat(32) }
    expect(() => parseSettings(same)).toThrow('SESSION_SECRET_PREVIOUS is the same as SESSION_SECRET; unset it')
  })

  it('requires SESSION_SECRET with DATABASE_URL, since replicas share no directory', async () => {
    const rejected = keyWith({ DATABASE_URL: 'postgres://localhost/x' }, 'a')
    await expect(rejected).rejects.toThrow(SettingsError)
    await expect(rejected).rejects.toMatchObject({ variable: 'SESSION_SECRET' })
  })
})
