import { appendFile, chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lockDirectory } from '@footfall/ingest'
import { beforeEach, describe, expect, it } from 'vitest'
import { commandLine } from '../test-support/command-line.ts'

const WAITING = '000000000001-1795262400000-AAAAAAAAAAAAAAAAAAAA.log'

describe('a backup', () => {
  const { dataDir: home, footfall, json } = commandLine()
  /** The commands of this file work on a directory inside the one that is removed behind each test. */
  let dataDir: string
  let backup: string
  let env: Record<string, string>
  beforeEach(async () => {
    dataDir = join(home(), 'data')
    backup = join(home(), 'backup')
    env = { DATA_DIR: dataDir }
    await footfall('account create --email ada@example.com --name Ada', { env })
  })
  const query = (file: string, sql: string) => {
    const database = new DatabaseSync(file)
    const rows = database.prepare(sql).all()
    database.close()
    return rows
  }
  async function everyPath(directory: string): Promise<string[]> {
    return (await readdir(directory, { recursive: true })).map((name) => join(directory, name))
  }

  it('restores everything from a backup byte for byte, with the same contents of both stores', async () => {
    const demo = join(home(), 'demo')
    env = { DATA_DIR: demo }
    const { products } = await json('demo', { env })
    await mkdir(join(demo, 'ingest'))
    await writeFile(join(demo, 'ingest', WAITING), 'an event\n')
    const before = await contents(demo)
    const made = await json(`backup ${backup}`, { env })
    expect(made).toMatchObject({ scope: 'everything', control_rows: { products: products.length } })
    expect(Number(made.analytics.events)).toBeGreaterThan(200_000)
    await rm(demo, { recursive: true })
    const restored = await footfall(`restore ${backup}`, { env })
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(restored.out).toContain(`${Number(made.analytics.events).toLocaleString('en')} events`)
    expect(await contents(demo)).toEqual(before)
    expect(await json('demo', { env })).toMatchObject({ products })
  })
  const contents = (directory: string) =>
    Promise.all(['demo.json', `ingest/${WAITING}`].map((name) => readFile(join(directory, name), 'utf8')))

  it('gives access to a backup and to restored files to their owner only', async () => {
    await chmod(dataDir, 0o755)
    await footfall(`backup ${backup}`, { env })
    await rm(dataDir, { recursive: true })
    await footfall(`restore ${backup}`, { env })
    for (const path of [backup, dataDir, ...(await everyPath(backup)), ...(await everyPath(dataDir))]) {
      const found = await stat(path)
      expect({ path, mode: found.mode & 0o777 }).toEqual({ path, mode: found.isDirectory() ? 0o700 : 0o600 })
    }
  })

  it('leaves the salts of visitors out of a backup', async () => {
    const database = new DatabaseSync(join(dataDir, 'footfall.sqlite'))
    database.exec(`insert into daily_salts (day, salt) values ('2026-11-21', '${'5a17'.repeat(16)}')`)
    database.close()
    await footfall(`backup ${backup}`, { env })
    const copy = join(backup, 'files', 'footfall.sqlite')
    expect(query(copy, 'select * from daily_salts')).toEqual([])
    expect((await readFile(copy)).includes('5a17'.repeat(16))).toBe(false)
    expect(query(copy, 'select email from accounts')).toEqual([{ email: 'ada@example.com' }])
    expect(query(join(dataDir, 'footfall.sqlite'), 'select day from daily_salts')).toHaveLength(1)
  })

  describe('a backup while the service runs', () => {
    beforeEach(() => mkdir(join(dataDir, 'ingest')))

    it('rejects a backup of everything while a process runs that makes no snapshot, and names the alternatives', async () => {
      const lock = lockDirectory(join(dataDir, 'ingest'))
      const { code, err } = await footfall(`backup ${backup}`, { env })
      lock.release()
      expect(code).toBe(1)
      expect(err).toContain('Stop it')
      expect(err).toContain('--control-data')
      expect(await footfall(`backup ${backup}`, { env })).toMatchObject({ code: 0 })
    })

    it('backs up control data at one moment while the service runs', async () => {
      const lock = lockDirectory(join(dataDir, 'ingest'))
      const writer = new DatabaseSync(join(dataDir, 'footfall.sqlite'))
      writer.exec(`begin immediate; update accounts set name = 'Half way'`)
      const made = await json(`backup ${backup} --control-data`, { env })
      writer.exec('rollback')
      writer.close()
      lock.release()
      expect(made).toMatchObject({ scope: 'control_data', analytics: null, control_rows: { accounts: 1 } })
      await rm(dataDir, { recursive: true })
      await footfall(`restore ${backup}`, { env })
      expect(query(join(dataDir, 'footfall.sqlite'), 'select name from accounts')).toEqual([{ name: 'Ada' }])
    })
  })

  it.each([
    ['into a directory that is not empty', async () => writeFile(join(home(), 'backup.txt'), ''), () => home()],
    ['into a file', async () => writeFile(join(home(), 'file'), ''), () => join(home(), 'file')],
    ['inside a file', async () => writeFile(join(home(), 'file'), ''), () => join(home(), 'file', 'new')],
    ['into a file system that takes no directories', async () => {}, () => '/proc/footfall/backup'],
    ['into DATA_DIR itself', async () => {}, () => join(dataDir, 'backup')],
    ['of nothing', async () => rm(dataDir, { recursive: true }), () => backup],
  ])('rejects a backup %s and leaves nothing behind', async (_, prepare, target) => {
    await prepare()
    const { code, err } = await footfall(`backup ${target()}`, { env })
    expect(code).toBe(1)
    expect(err).toMatch(/^footfall: .*(not empty|not a directory|cannot be made|inside| has no )/)
    await expect(stat(join(target(), 'backup.json'))).rejects.toThrow(/ENOENT|ENOTDIR/)
  })

  it.each([
    [
      'both stores on servers',
      { DATABASE_URL: 'postgres://localhost/footfall', CLICKHOUSE_URL: 'http://localhost:8123' },
      'PostgreSQL',
    ],
    ['a bad setting', { PORT: 'eighty' }, 'PORT'],
  ])('rejects a backup with %s', async (_, more, says) => {
    const { code, err } = await footfall(`backup ${backup}`, { env: { ...env, ...more } })
    expect(code).not.toBe(0)
    expect(err).toContain(says)
  })

  describe('a backup that is not restored', () => {
    beforeEach(async () => {
      await footfall(`backup ${backup}`, { env })
      await rm(dataDir, { recursive: true })
    })
    const manifest = () => join(backup, 'backup.json')
    const edit = async (change: (text: string) => string) =>
      writeFile(manifest(), change(await readFile(manifest(), 'utf8')))
    const editLinks = (...links: readonly { path: string; to: string }[]) =>
      edit((text) => text.replace('"links": []', `"links": ${JSON.stringify(links)}`))

    it.each([
      ['when a file of it was changed', () => appendFile(join(backup, 'files', 'footfall.sqlite'), 'x'), 'damaged'],
      ['when a file of it is missing', () => rm(join(backup, 'files', 'footfall.sqlite')), 'missing'],
      ['when it is incomplete', () => rm(manifest()), 'not a complete backup'],
      ['when its manifest is not JSON', () => edit(() => '{'), 'cannot be read'],
      [
        'when it is of another format',
        () => edit((text) => text.replace('"format": 1', '"format": 2')),
        'cannot be read',
      ],
      [
        'when a path leaves the directory',
        () => edit((text) => text.replaceAll('footfall.sqlite', '../evil')),
        'cannot be read',
      ],
      ['when a link leaves the directory', () => editLinks({ path: 'a/b', to: '../../x' }), 'cannot be read'],
      [
        'when a link leaves the directory through another link',
        () => editLinks({ path: 'a/b/c', to: '../..' }, { path: 'out', to: 'a/b/c/../../x' }),
        'cannot be read',
      ],
      [
        'when a link is in the place of a file',
        () => editLinks({ path: 'footfall.sqlite', to: 'other.sqlite' }),
        'in it twice',
      ],
      [
        'when its rows differ from its manifest',
        () => edit((text) => text.replace('"accounts": 1', '"accounts": 2')),
        'holds 1',
      ],
    ])('does not restore a backup and leaves DATA_DIR unchanged %s', async (_, damage, says) => {
      await damage()
      const { code, err } = await footfall(`restore ${backup}`, { env })
      expect(code).toBe(1)
      expect(err).toContain(says)
      expect(await readdir(dataDir).catch(() => [])).toEqual([])
    })

    it('reports that the directory of a backup does not exist', async () => {
      const { code, err } = await footfall(`restore ${backup}-2`, { env })
      expect({ code, err }).toEqual({ code: 1, err: `footfall: The directory ${backup}-2 does not exist.` })
    })

    it('does not restore a backup over existing data', async () => {
      await mkdir(dataDir)
      await writeFile(join(dataDir, 'mine.txt'), 'mine')
      const { code, err } = await footfall(`restore ${backup}`, { env })
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('is not empty') })
      expect(await readdir(dataDir)).toEqual(['mine.txt'])
    })

    it('does not restore a backup into PostgreSQL', async () => {
      const { code, err } = await footfall(`restore ${backup}`, {
        env: { ...env, DATABASE_URL: 'postgres://localhost/x' },
      })
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('DATABASE_URL') })
    })
  })
})
