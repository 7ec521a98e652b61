import { createHash, randomBytes } from 'node:crypto'
import { appendFile, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lockDirectory } from '@footfall/ingest'
import { type ObjectStorage, startObjectStorage } from '@footfall/testkit/object-storage'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commandLine, type RunOptions } from '../test-support/command-line.ts'

const MIB = 1024 ** 2

describe('a backup in a bucket', () => {
  const { dataDir: home, footfall: run } = commandLine()
  let storage: ObjectStorage
  let dataDir: string
  let env: Record<string, string>
  let nowMs: number
  beforeEach(async () => {
    storage = await startObjectStorage()
    dataDir = join(home(), 'data')
    env = { DATA_DIR: dataDir, ...storage.env }
    // The storage rejects requests of another hour.
    nowMs = Date.now()
    await footfall('account create --email ada@example.com --name Ada')
    await mkdir(join(dataDir, 'imports', 'large'), { recursive: true, mode: 0o700 })
    await writeFile(join(dataDir, 'imports', 'large', 'events'), randomBytes(10_000))
    for (const name of ['a', 'b', 'c']) await writeFile(join(dataDir, 'imports', name), name.repeat(1000))
    await writeFile(join(dataDir, 'imports', 'empty'), '')
    await symlink('large/events', join(dataDir, 'imports', 'link'))
  })
  afterEach(() => storage.close())

  const writeLargeFile = () => writeFile(join(dataDir, 'imports', 'large', 'events'), randomBytes(20 * MIB))
  const footfall = (args: string, options: RunOptions = {}) =>
    run(args, { ...options, env: { ...env, ...options.env }, now: () => nowMs })
  const json = async (args: string, options?: RunOptions) => {
    const { code, out, err } = await footfall(`${args} --json`, options)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return JSON.parse(out)
  }
  /** A later backup; ids have seconds. */
  const later = () => {
    nowMs += 1000
  }
  const chunks = async () => (await storage.objects()).filter((name) => name.startsWith('chunks/'))
  const manifests = async () => (await storage.objects()).filter((name) => name.startsWith('backups/'))
  const isChunk = ({ url }: IncomingMessage) => url?.includes('/chunks/') === true
  const answer = (res: ServerResponse, status: number, code: string, message = '') =>
    res.writeHead(status).end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`)
  /** The hash of every file, and where links lead. */
  async function contents(directory: string) {
    const found: Record<string, string> = {}
    for (const name of (await readdir(directory, { recursive: true })).sort()) {
      const path = join(directory, name)
      if (!(await stat(path)).isDirectory())
        found[name] = createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
    }
    return found
  }

  it('restores every file and link byte for byte, for their owner only', async () => {
    await writeLargeFile()
    const made = await json('backup --to s3')
    expect(made).toMatchObject({ scope: 'everything', control_rows: { accounts: 1 }, analytics: null })
    expect(made.place).toBe(`${storage.url}#${made.id}`)
    const before = await contents(join(dataDir, 'imports'))
    await rm(dataDir, { recursive: true })
    const { code, out } = await footfall('restore --from s3')
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('1 account') })
    expect(await contents(join(dataDir, 'imports'))).toEqual(before)
    for (const name of await readdir(dataDir, { recursive: true })) {
      const found = await stat(join(dataDir, name))
      expect({ name, mode: found.mode & 0o777 }).toEqual({ name, mode: found.isDirectory() ? 0o700 : 0o600 })
    }
    expect((await json('account list')).accounts).toMatchObject([{ email: 'ada@example.com' }])
  })

  it('cuts large files, puts small files of a directory together, and names each chunk by its hash', async () => {
    await writeLargeFile()
    await footfall('backup --to s3')
    const sizes: number[] = []
    for (const name of await chunks()) {
      const content = await storage.read(name)
      const sha256 = createHash('sha256').update(content).digest('hex')
      expect(name).toBe(`chunks/${sha256.slice(0, 2)}/${sha256}`)
      sizes.push(content.length)
    }
    expect(sizes.filter((size) => size === 8 * MIB)).toHaveLength(2)
    expect(sizes.filter((size) => size === 4 * MIB || size === 3000)).toHaveLength(2)
    expect(Math.max(...sizes)).toBe(8 * MIB)
  })

  it('sends only what the bucket does not have, and restores an older backup by its id', async () => {
    await writeLargeFile()
    const first = await json('backup --to s3')
    later()
    expect(await json('backup --to s3')).toMatchObject({ sent: { chunks: 0, bytes: 0 } })
    await footfall('account create --email bob@example.com --name Bob')
    await appendFile(join(dataDir, 'imports', 'a'), 'more')
    later()
    const third = await json('backup --to s3')
    expect(third.sent.chunks).toBeGreaterThan(0)
    expect(third.sent.bytes).toBeLessThan(8 * MIB)
    expect(third.bytes).toBeGreaterThan(20 * MIB)

    const { backups } = await json('backups list')
    expect(backups.map(({ id }: { id: string }) => id)).toEqual([third.id, expect.any(String), first.id])
    await rm(dataDir, { recursive: true })
    expect(await json(`restore --from s3 --backup ${first.id}`)).toMatchObject({ control_rows: { accounts: 1 } })
    await rm(dataDir, { recursive: true })
    expect(await json('restore --from s3')).toMatchObject({ control_rows: { accounts: 2 } })
  })

  it('prints JSON whose keys scripts can rely on', async () => {
    const summary = ['made_at', 'scope', 'files', 'bytes', 'control_rows', 'analytics']
    const made = await json('backup --to s3')
    expect(Object.keys(made)).toEqual(['id', 'place', ...summary, 'sent', 'removed'])
    const { backups } = await json('backups list')
    expect(Object.keys(backups[0])).toEqual(['id', ...summary])
    expect(Object.keys(await json('backups verify'))).toEqual(['id', ...summary])
    await rm(dataDir, { recursive: true })
    expect(Object.keys(await json('restore --from s3'))).toEqual(['data_dir', ...summary])
  })

  it('restores the newest backup of everything, also if one of control data is newer', async () => {
    await json('backup --to s3')
    later()
    expect(await json('backup --to s3 --control-data')).toMatchObject({ scope: 'control_data' })
    const { out } = await footfall('backups list')
    expect(out.split('\n').map((line) => /everything|only control data/.exec(line)?.[0])).toEqual([
      'only control data',
      'everything',
    ])
    await rm(dataDir, { recursive: true })
    expect(await json('restore --from s3')).toMatchObject({ scope: 'everything' })
  })

  it('keeps the newest backups of each scope, and removes chunks that no kept backup names', async () => {
    env = { ...env, BACKUP_KEEP: '2' }
    const made: string[] = []
    for (const content of ['one', 'two', 'three']) {
      await writeFile(join(dataDir, 'imports', 'large', 'events'), content)
      made.push((await json('backup --to s3')).id)
      later()
    }
    const control = await json('backup --to s3 --control-data')
    expect(await manifests()).toEqual([made[1], made[2], control.id].map((id) => `backups/${id}.json`))
    const contents = await Promise.all((await chunks()).map(async (name) => (await storage.read(name)).toString()))
    expect(contents).toEqual(expect.arrayContaining(['two', 'three']))
    expect(contents).not.toContain('one')
  })

  it('completes a backup if the key may not delete, and says that old ones stay', async () => {
    env = { ...env, BACKUP_KEEP: '1' }
    await footfall('backup --to s3')
    later()
    storage.failWith((req, res) => req.method === 'DELETE' && Boolean(answer(res, 403, 'AccessDenied')))
    const { code, out } = await footfall('backup --to s3')
    expect(code).toBe(0)
    expect(out).toMatch(/Old backups could not be removed: .*403 AccessDenied/)
    expect(await manifests()).toHaveLength(2)
    storage.failWith(() => false)
    later()
    expect(await json('backup --to s3')).toMatchObject({ removed: { backups: 2 } })
    expect(await manifests()).toHaveLength(1)
  })

  it('removes nothing while a manifest in the bucket cannot be read', async () => {
    env = { ...env, BACKUP_KEEP: '1' }
    await footfall('backup --to s3')
    const [name = ''] = await manifests()
    await storage.change(name, () => '{"format":2}')
    const before = await chunks()
    await writeFile(join(dataDir, 'imports', 'large', 'events'), 'other')
    later()
    expect((await json('backup --to s3')).removed).toEqual({
      backups: 0,
      chunks: 0,
      problem: expect.stringContaining('another version'),
    })
    expect(await chunks()).toEqual(expect.arrayContaining(before))
    expect((await json('backups list')).backups).toEqual([
      expect.objectContaining({ scope: 'everything' }),
      { id: expect.any(String), problem: expect.stringContaining('another version') },
    ])
  })

  it('rejects a backup of nothing, and leaves nothing in the bucket and on the disk', async () => {
    await rm(dataDir, { recursive: true })
    expect(await footfall('backup --to s3')).toMatchObject({ code: 1, err: expect.stringContaining(' has no ') })
    expect(await storage.objects()).toEqual([])
    expect(await readdir(home())).toEqual([])
  })

  it('leaves objects of others below the same path', async () => {
    await storage.put('notes.txt', 'mine')
    await storage.put('chunks/notes.txt', 'mine')
    await storage.put('backups/notes.json', 'mine')
    await footfall('backup --to s3')
    expect(await storage.objects()).toEqual(
      expect.arrayContaining(['notes.txt', 'chunks/notes.txt', 'backups/notes.json']),
    )
  })

  describe('an interrupted backup', () => {
    /** The storage vanishes after so many chunks. */
    const vanishAfter = (sent: number) => {
      let chunksSent = 0
      storage.failWith((req) => {
        if (req.method === 'PUT' && isChunk(req)) chunksSent += 1
        if (chunksSent <= sent) return false
        req.socket.destroy()
        return true
      })
    }

    it('a backup whose storage vanishes does not exist, leaves nothing behind, and continues where it stopped', async () => {
      vanishAfter(2)
      const { code, err } = await footfall('backup --to s3')
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('does not answer') })
      storage.failWith(() => false)
      expect(await manifests()).toEqual([])
      expect(await readdir(join(dataDir, 'backup-work'))).not.toContain('footfall.sqlite')
      expect((await footfall('backups list')).out).toBe(`No backup in ${storage.url}.`)
      await expectNotRestored('No backup in')

      const before = await chunks()
      expect(before.length).toBeGreaterThan(0)
      storage.requests.length = 0
      await json('backup --to s3')
      const again = storage.requests.filter((sent) =>
        before.some((name) => sent.startsWith('PUT') && sent.includes(name)),
      )
      expect(again).toEqual([])
    })

    it('removes the copy of the database that a killed process left, and chunks that belong to no backup', async () => {
      await mkdir(join(dataDir, 'backup-work'))
      await writeFile(join(dataDir, 'backup-work', 'footfall.sqlite'), 'half')
      const stray = createHash('sha256').update('stray').digest('hex')
      await storage.put(`chunks/${stray.slice(0, 2)}/${stray}`, 'stray')
      expect(await json('backup --to s3')).toMatchObject({ removed: { backups: 0, chunks: 1 } })
      expect(await chunks()).not.toContain(`chunks/${stray.slice(0, 2)}/${stray}`)
    })

    it('sends a chunk again of which the bucket has another length', async () => {
      await footfall('backup --to s3')
      const [name = ''] = await chunks()
      await storage.change(name, (content) => content.subarray(1))
      later()
      expect(await json('backup --to s3')).toMatchObject({ sent: { chunks: 1 } })
      expect(await footfall('backups verify')).toMatchObject({ code: 0 })
    })

    it('fails if chunks disappear from the bucket before the backup is complete', async () => {
      let lists = 0
      storage.failWith((req, res) => {
        if (req.method !== 'GET' || !req.url?.includes('list-type') || !req.url.includes('chunks')) return false
        lists += 1
        if (lists === 1) return false
        res.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
        return true
      })
      const { code, err } = await footfall('backup --to s3')
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('no longer in') })
      expect(await manifests()).toEqual([])
    })

    it('repeats requests while the storage is busy', async () => {
      const failed = new Set<string>()
      storage.failWith((req, res) => {
        const key = `${req.method} ${req.url}`
        if (failed.has(key)) return false
        failed.add(key)
        answer(res, 503, 'SlowDown')
        return true
      })
      expect(await footfall('backup --to s3')).toMatchObject({ code: 0 })
    })
  })

  async function expectNotRestored(says: string, args = '') {
    await rename()
    const { code, err } = await footfall(`restore --from s3 ${args}`.trim())
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(says) })
    expect(await readdir(dataDir).catch(() => [])).toEqual([])
    await rm(dataDir, { recursive: true, force: true })
    await cp(`${dataDir}.kept`, dataDir, { recursive: true, verbatimSymlinks: true })
  }
  async function rename() {
    await rm(`${dataDir}.kept`, { recursive: true, force: true })
    await cp(dataDir, `${dataDir}.kept`, { recursive: true, verbatimSymlinks: true })
    await rm(dataDir, { recursive: true })
  }

  describe('a damaged backup', () => {
    let id: string
    beforeEach(async () => {
      id = (await json('backup --to s3')).id
    })
    const editManifest = (
      edit: (manifest: {
        files: { path: string; slices: number[][] }[]
        links: { path: string; to: string }[]
        control_rows: Record<string, number>
      }) => void,
    ) =>
      storage.change(`backups/${id}.json`, (content) => {
        const manifest = JSON.parse(content.toString())
        edit(manifest)
        return JSON.stringify(manifest)
      })
    const damageChunk = async () => {
      const [name = ''] = await chunks()
      await storage.change(name, (content) =>
        Buffer.concat([Buffer.from([255 - (content[0] ?? 0)]), content.subarray(1)]),
      )
    }

    it.each([
      ['when a chunk was changed', damageChunk, 'does not match its checksum'],
      ['when a chunk is missing', async () => storage.remove((await chunks())[0] ?? ''), 'is missing'],
      ['when its manifest is missing', () => storage.remove(`backups/${id}.json`), 'No backup in'],
      ['when its manifest is not JSON', () => storage.change(`backups/${id}.json`, () => '{'), 'is damaged'],
      [
        'when a path leaves the directory',
        () =>
          editManifest(({ files }) => {
            for (const file of files) file.path = `../${file.path}`
          }),
        'is damaged',
      ],
      [
        'when a link leaves the directory',
        () => editManifest(({ links }) => void links.push({ path: 'a', to: '../x' })),
        'is damaged',
      ],
      [
        'when a file is in it twice',
        () => editManifest(({ files }) => void files.push(...files.slice(0, 1))),
        'in it twice',
      ],
      [
        'when a slice is outside of its chunk',
        () =>
          editManifest(({ files }) => {
            for (const slice of files.flatMap(({ slices }) => slices)) slice[1] = 9e6
          }),
        'is damaged',
      ],
      [
        'when its rows differ from its manifest',
        () =>
          editManifest(({ control_rows }) => {
            control_rows.accounts = 2
          }),
        'holds 1',
      ],
    ])('restores nothing %s', async (_, damage, says) => {
      await damage()
      await expectNotRestored(says)
    })

    it('rejects a damaged chunk when the backup is verified, and confirms a whole one', async () => {
      const { code, out } = await footfall(`backups verify ${id}`)
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`${id} is complete`) })
      await damageChunk()
      expect(await footfall('backups verify')).toMatchObject({ code: 1, err: expect.stringContaining('checksum') })
    })

    it.each(['20000101T000000Z-AAAA', '../owner', 'x'.repeat(300), '%2e%2e', '日本'])(
      'rejects a backup that does not exist: %s',
      async (unknown) => {
        await expectNotRestored('does not exist', `--backup ${unknown}`)
      },
    )
  })

  describe('storage that rejects requests', () => {
    it.each([
      [
        'a wrong secret',
        { BACKUP_S3_SECRET_KEY: 'another-secret' },
        '403 SignatureDoesNotMatch. Check BACKUP_S3_KEY_ID',
      ],
      ['an unknown key', { BACKUP_S3_KEY_ID: 'AKIANOBODY' }, '403 InvalidAccessKeyId. Check BACKUP_S3_KEY_ID'],
    ])('names the variables of %s and repeats no secret', async (_, more, says) => {
      const { code, out, err } = await footfall('backup --to s3', { env: more })
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(says) })
      for (const secret of [storage.secretKey, 'another-secret', 'AKIA']) expect(out + err).not.toContain(secret)
      expect(await storage.objects()).toEqual([])
    })

    it.each([
      ['is full', 507, 'InsufficientStorage', 'has no room'],
      ['is beyond its quota', 403, 'QuotaExceeded', 'has no room'],
      ['does not exist', 404, 'NoSuchBucket', 'does not exist'],
      ['is in another region', 301, 'PermanentRedirect', 'BACKUP_S3_REGION'],
      ['has another time', 403, 'RequestTimeTooSkewed', 'clock'],
      ['fails', 500, 'InternalError', '500 InternalError'],
    ])('explains that the bucket %s, without the text of the storage', async (_, status, code, says) => {
      storage.failWith((req, res) => req.method !== 'GET' && Boolean(answer(res, status, code, 'AKIA-SECRET-TEXT')))
      const ran = await footfall('backup --to s3')
      expect(ran).toMatchObject({ code: 1, err: expect.stringContaining(says) })
      expect(ran.err).not.toContain('SECRET-TEXT')
      expect(await manifests()).toEqual([])
    })

    it('follows no redirect to another host', async () => {
      storage.failWith((_, res) => Boolean(res.writeHead(307, { location: 'http://127.0.0.1:9/elsewhere' }).end()))
      expect(await footfall('backup --to s3')).toMatchObject({ code: 1, err: expect.stringContaining('answered 307') })
    })

    it('rejects an answer that is not one of S3', async () => {
      storage.failWith((req, res) => req.method === 'GET' && Boolean(res.end('<html>hello</html>')))
      expect(await footfall('backups list')).toMatchObject({ code: 1, err: expect.stringContaining('BACKUP_S3_URL') })
    })
  })

  it('reports in doctor whether the bucket can be read, and changes nothing in it', async () => {
    const found = async (more: Record<string, string> = {}) => {
      const { out } = await footfall('doctor --json', { env: { PORT: '0', ...more } })
      return JSON.parse(out).findings.filter(({ check }: { check: string }) => check === 'backup')
    }
    expect(await found()).toMatchObject([{ state: 'ok', found: expect.stringContaining('no backup yet') }])
    expect(await storage.objects()).toEqual([])
    const { id } = await json('backup --to s3')
    expect(await found()).toMatchObject([{ state: 'ok', found: expect.stringContaining(id) }])
    expect(await found({ BACKUP_S3_SECRET_KEY: 'wrong' })).toMatchObject([
      { state: 'failed', found: expect.stringContaining('BACKUP_S3_SECRET_KEY') },
    ])
    expect(await found({ BACKUP_S3_URL: '', BACKUP_S3_KEY_ID: '', BACKUP_S3_SECRET_KEY: '' })).toEqual([])
  })

  it('keeps the secret out of everything it prints, stores and asks for', async () => {
    const made = await footfall('backup --to s3')
    const listed = await footfall('backups list')
    await rm(dataDir, { recursive: true })
    const restored = await footfall('restore --from s3')
    const audit = await footfall('audit --json')
    const kept = await readFile(join(dataDir, 'footfall.sqlite'), 'latin1')
    for (const text of [made, listed, restored, audit].map(({ out, err }) => out + err).concat(kept, storage.requests))
      expect(text).not.toContain(storage.secretKey)
    expect(audit.out).toContain(storage.url)
  })

  describe('two data directories and one path in the bucket', () => {
    const other = () => ({ env: { DATA_DIR: join(home(), 'other') } })
    beforeEach(async () => {
      await footfall('backup --to s3')
      await footfall('account create --email eve@example.com --name Eve', other())
    })

    it('rejects the backup of the second directory and writes nothing', async () => {
      const before = await storage.objects()
      const { code, err } = await footfall('backup --to s3', other())
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('another data directory') })
      expect(await storage.objects()).toEqual(before)
    })

    it('lets a directory that replaces another take over its backups, after which the other is rejected', async () => {
      later()
      expect(await footfall('backup --to s3 --adopt', other())).toMatchObject({ code: 0 })
      later()
      expect(await footfall('backup --to s3', other())).toMatchObject({ code: 0 })
      expect(await footfall('backup --to s3')).toMatchObject({ code: 1 })
      expect(await manifests()).toHaveLength(3)
    })

    it('rejects the first backup of a directory that was restored from them', async () => {
      await footfall('restore --from s3', { env: { DATA_DIR: join(home(), 'drill') } })
      const ran = await footfall('backup --to s3', { env: { DATA_DIR: join(home(), 'drill') } })
      expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('--adopt') })
    })
  })

  it('rejects a second backup of a directory while one runs', async () => {
    await footfall('backup --to s3')
    const lock = lockDirectory(join(dataDir, 'backup-work'))
    const copy = join(dataDir, 'backup-work', 'footfall.sqlite')
    await writeFile(copy, 'of the first')
    for (const flags of ['', ' --control-data'])
      expect(await footfall(`backup --to s3${flags}`)).toMatchObject({
        code: 1,
        err: expect.stringContaining('Another backup'),
      })
    expect(await readFile(copy, 'utf8')).toBe('of the first')
    lock.release()
    later()
    expect(await footfall('backup --to s3')).toMatchObject({ code: 0 })
  })

  it('leaves the salts of visitors out', async () => {
    const database = new DatabaseSync(join(dataDir, 'footfall.sqlite'))
    database.exec(`insert into daily_salts (day, salt) values ('2026-11-21', '${'5a17'.repeat(16)}')`)
    database.close()
    await footfall('backup --to s3')
    for (const name of await storage.objects())
      expect((await storage.read(name)).includes('5a17'.repeat(16))).toBe(false)
  })

  it.each([
    ['backup', 'Name a directory'],
    ['backup somewhere --to s3', 'Name a directory'],
    ['backup somewhere --adopt', '--to s3'],
    ['backup --to ftp', 's3'],
    ['restore', 'Name a directory'],
    ['restore somewhere --from s3', 'Name a directory'],
    ['restore somewhere --backup x', '--from s3'],
    ['backups list more', 'argument'],
  ])('rejects the command line: %s', async (args, says) => {
    const { code, err } = await footfall(args)
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(says) })
    expect(await storage.objects()).toEqual([])
  })

  it.each(['backup --to s3', 'restore --from s3', 'backups list', 'backups verify'])(
    'names the variable that is missing for: %s',
    async (args) => {
      const without = { BACKUP_S3_URL: '', BACKUP_S3_KEY_ID: '', BACKUP_S3_SECRET_KEY: '' }
      expect(await footfall(args, { env: without })).toMatchObject({
        code: 1,
        err: expect.stringContaining('BACKUP_S3_URL is not set'),
      })
    },
  )
})
