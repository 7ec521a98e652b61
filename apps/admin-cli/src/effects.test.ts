import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type FreshDatabase, freshDatabase } from '@footfall/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { completionTree } from './completion/tree.ts'
import { createProgram } from './program.ts'
import { commandLine, testDependencies } from './test-support/command-line.ts'
import { type PreparedService, prepareService, type Service } from './test-support/service.ts'

type Arguments = (service: Service) => string

/** Commands that only look, with arguments that do well on a service that is there. */
const READS: Readonly<Record<string, Arguments>> = {
  'account list': () => '',
  'account sessions': ({ email }) => `--email ${email}`,
  audit: () => '',
  'idempotency inspect': ({ record }) => record,
  'idempotency list': () => '',
  'import list': ({ product }) => `--product ${product}`,
  'mail list': () => '',
  'mail show': ({ mail }) => mail,
  'member list': ({ product }) => `--product ${product}`,
  'oauth clients list': () => '',
  'oauth connections list': () => '',
  'product list': () => '',
  'report list': () => '',
  'report preview': ({ report }) => report,
  'rollups rebuild': () => '',
  'rollups status': () => '',
  'secrets list': () => '',
  'segment list': ({ product }) => `--product ${product}`,
  'share list': ({ product }) => `--product ${product}`,
  'token audit': ({ token }) => token,
  'token inspect': ({ token }) => token,
  'token list': () => '',
  'token policy show': ({ email }) => `--account ${email}`,
  'token tree': () => '',
  'token trust list': ({ token }) => token,
  'visitor export': ({ product }) => `--product ${product} --visitor ada`,
}

/** Commands that change what is there, with arguments that do well. */
const CHANGES: Readonly<Record<string, Arguments>> = {
  'account create': () => '--email new@example.com --name New',
  'account delete': ({ email }) => `--email ${email} --yes`,
  'account disable': ({ email }) => `--email ${email}`,
  'account enable': ({ disabled }) => `--email ${disabled}`,
  'account rename': ({ email }) => `--email ${email} --name Renamed`,
  'account reset-password': ({ email }) => `--email ${email}`,
  'account reset-second-factor': ({ email }) => `--email ${email}`,
  'account sign-out': ({ email }) => `--email ${email}`,
  'account unlink-provider': ({ email }) => `--email ${email}`,
  'idempotency resolve': ({ record }) => `${record} --as not-executed`,
  import: ({ product, file }) => `${file} --product ${product}`,
  'import remove': ({ imported }) => imported,
  'invitation link': ({ invitation }) => invitation,
  'member set-role': ({ product }) => `--product ${product} --email guest@example.com --role editor`,
  'oauth clients revoke': ({ client }) => client,
  'oauth connections revoke': ({ connection }) => connection,
  'product create': ({ email }) => `--account ${email} --name Shop`,
  'report send': ({ report }) => report,
  'secrets discard': () => '',
  'share end': ({ share }) => share,
  'token create': ({ email }) => `--account ${email} --name x --scopes tokens:read --products all`,
  'token edit': ({ token }) => `${token} --name renamed --read-only`,
  'token policy set': ({ email }) => `--account ${email} --max-days 90 --require-expiry`,
  'token replace': ({ token }) => token,
  'token revoke': ({ token }) => token,
  'token shrink': ({ token }) => `${token} --scopes tokens:read`,
  'token trust add': ({ token }) =>
    `${token} --issuer https://ci.example --audience https://stats.example --subject repo:acme/shop --scopes tokens:read --products all`,
  'token trust remove': ({ trust }) => trust,
  'visitor erase': ({ product }) => `--product ${product} --visitor ada`,
}

/**
 * Commands that start a service, or move it. They need another directory, and have their own tests; that of `demo` is beside
 * the program.
 */
const BEGINS = ['demo', 'engine adopt', 'migrate', 'restore']
/** They work with a running service, and on no store. */
const REMOTE = ['annotate', 'call', 'login', 'logout', 'stats', 'whoami']
/** They neither read nor change control data by themselves: a copy, a look at everything, a script, a file. */
const APART = [
  'backup',
  'backups list',
  'backups verify',
  'completion',
  'crawlers update',
  'docs',
  'doctor',
  'geo update',
  'status',
  'upgrade',
]

describe('the effects of every command', () => {
  it('lists the effects of every command', () => {
    const leaves = completionTree(createProgram(testDependencies({})))
      // `import` takes a file, and also has subcommands.
      .filter(({ commands, takesFile }) => commands.length === 0 || takesFile)
      .map(({ path }) => path.join(' '))
    expect(leaves.sort()).toEqual(
      [...Object.keys(READS), ...Object.keys(CHANGES), ...BEGINS, ...APART, ...REMOTE].sort(),
    )
  })

  describe('commands without a store', () => {
    const { dataDir, footfall } = commandLine()
    const service: Service = {
      email: 'ada@example.com',
      disabled: 'bob@example.com',
      token: 'tok_1',
      trust: 'trs_none',
      record: 'idm_1',
      product: 'prd_1',
      invitation: 'mbr_1',
      mail: 'out_1',
      share: 'shr_1',
      report: 'rpt_1',
      client: 'client-1',
      connection: 'con_1',
      file: '',
      imported: 'imp_1',
    }
    const needsStore = { ...READS, ...CHANGES }

    it.each(Object.keys(needsStore).filter((command) => command !== 'account create'))(
      'footfall %s reports a missing database in one line, exits with 1 and creates nothing',
      async (command) => {
        const missing = join(dataDir(), 'missing')
        const file = join(dataDir(), 'events.ndjson')
        await writeFile(file, '')
        const args = `${command} ${needsStore[command]?.({ ...service, file })}`.trim()
        const { code, out, err } = await footfall(args, { env: { DATA_DIR: missing } })
        expect({ code, out }).toEqual({ code: 1, out: '' })
        expect(err).toMatch(/^footfall: No Footfall database exists at [^\n]*$/)
        expect(existsSync(missing)).toBe(false)
      },
    )

    it.each(['backup', 'doctor', 'status', 'upgrade --check'])(
      'footfall %s creates nothing in a missing data directory',
      async (command) => {
        const missing = join(dataDir(), 'missing')
        await footfall(command === 'backup' ? `backup ${join(dataDir(), 'copy')}` : command, {
          env: { DATA_DIR: missing, PORT: '1' },
        })
        expect(existsSync(missing)).toBe(false)
      },
    )

    it('footfall doctor reports a missing database as a finding', async () => {
      const { out } = await footfall('doctor --json', { env: { DATA_DIR: join(dataDir(), 'missing'), PORT: '1' } })
      const { findings } = JSON.parse(out)
      expect(findings).toContainEqual(
        expect.objectContaining({ check: 'control_database', found: expect.stringContaining('will be made') }),
      )
    })

    describe('commands on an empty PostgreSQL database', () => {
      let empty: FreshDatabase
      beforeAll(async () => {
        empty = await freshDatabase('postgres')
      })
      afterAll(() => empty.drop())

      it.each(Object.keys(READS))('footfall %s leaves an empty PostgreSQL database empty', async (command) => {
        if (!('postgres' in empty.config)) throw new Error('not PostgreSQL')
        const args = `${command} ${READS[command]?.(service)}`.trim()
        const env = { DATABASE_URL: empty.config.postgres.url, SESSION_SECRET: 'x'.repeat(32) }
        const ran = await footfall(args, { env })
        expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringContaining('No Footfall database exists') })
        const doctor = JSON.parse((await footfall('doctor --json', { env })).out)
        expect(doctor.findings).toContainEqual(
          expect.objectContaining({ check: 'control_database', found: expect.stringContaining('pending') }),
        )
      })
    })
  })

  describe.each(['sqlite', 'postgres'] as const)('commands on %s', (dialect) => {
    let directory: string
    let service: PreparedService
    const prepare = async () => {
      directory = await mkdtemp(join(tmpdir(), 'footfall-effects-'))
      service = await prepareService(dialect, directory)
    }
    const remove = async () => {
      await service.close()
      await rm(directory, { recursive: true, force: true })
    }

    const { footfall } = commandLine()
    const run = (args: string) => footfall(args, { env: service.env })

    // What changes nothing leaves the service to the next command.
    describe('a command that reads', () => {
      beforeAll(prepare)
      afterAll(remove)

      it.each(Object.keys(READS))('footfall %s changes nothing', async (command) => {
        const before = await service.rows()
        expect(await run(`${command} ${READS[command]?.(service)}`.trim())).toMatchObject({ code: 0, err: '' })
        expect(await service.rows()).toEqual(before)
      })
    })

    describe('a service that cannot write audit entries', () => {
      beforeAll(async () => {
        await prepare()
        await service.rejectEntries()
      })
      afterAll(remove)

      it.each(Object.keys(CHANGES).filter((command) => command !== 'import'))(
        '%s changes nothing if its audit entry cannot be written',
        async (command) => {
          const before = await service.rows()
          const { code } = await run(`${command} ${CHANGES[command]?.(service)}`.trim())
          expect(code).toBe(1)
          expect(await service.rows()).toEqual(before)
        },
      )
    })

    describe('a command that changes something', () => {
      beforeEach(prepare)
      afterEach(remove)

      it.each(Object.keys(CHANGES))('footfall %s appends exactly one audit entry, by the operator', async (command) => {
        const ran = await run(`${command} ${CHANGES[command]?.(service)}`.trim())
        expect(ran).toMatchObject({ code: 0, err: '' })
        const entries = await service.entries()
        expect(entries).toMatchObject([{ operation: command, actor: { kind: 'operator' }, channel: 'cli' }])
        for (const secret of ran.out.match(/jt_\w{49}|[\w-]{43}$/gm) ?? [])
          expect(JSON.stringify(entries)).not.toContain(secret)
      })

      it('records an import once, also when the same file is imported again', async () => {
        for (let i = 0; i < 2; i++) await run(`import ${service.file} --product ${service.product}`)
        expect(await service.entries()).toMatchObject([{ operation: 'import', product: service.product }])
      })
    })
  })

  describe('setting up a service', () => {
    const { dataDir, footfall, json } = commandLine()
    const operations = async () => {
      const { entries } = await json('audit')
      return entries.map(({ operation }: { operation: string }) => operation)
    }

    it('records a migration that changed the schema, but not one that had nothing to do', async () => {
      await footfall('migrate')
      await footfall('migrate')
      expect(await operations()).toEqual(['migrate'])
    })

    it('records a restore in the restored audit log', async () => {
      await footfall('account create --email ada@example.com --name Ada')
      const copy = join(dataDir(), '..', `${dataDir().split('/').at(-1)}-copy`)
      try {
        expect(await footfall(`backup ${copy} --control-data`)).toMatchObject({ code: 0 })
        for (const name of await readdir(dataDir())) await rm(join(dataDir(), name), { recursive: true })
        expect(await footfall(`restore ${copy}`)).toMatchObject({ code: 0, err: '' })
      } finally {
        await rm(copy, { recursive: true, force: true })
      }
      expect((await operations()).sort()).toEqual(['account create', 'restore'])
    })

    it('does not read a database of an older version, and does not migrate it', async () => {
      await footfall('migrate')
      const path = join(dataDir(), 'footfall.sqlite')
      const change = (sql: string) => {
        const database = new DatabaseSync(path)
        database.exec(sql)
        database.close()
      }
      change(`delete from schema_migrations where name = '0012_account_recovery'`)
      const { code, err } = await footfall('token list')
      expect(code).toBe(1)
      expect(err).toContain('footfall migrate')
      expect(err).not.toContain('\n')
    })
  })
})
