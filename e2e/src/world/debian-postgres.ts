import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { freePort } from '@footfall/testkit'
import pg from 'pg'
import { type TemporaryDirectory, temporaryDirectory, until } from '../server-process.ts'

const run = promisify(execFile)
const PROGRAMS = '/usr/lib/postgresql'
/** Connections come over TCP, and the data need not survive a power failure. */
const SERVER_SETTINGS = ['fsync=off', 'max_connections=100', 'unix_socket_directories=', 'ssl=on']

/** Neither server runs as root. Debian's packages make this user for both. */
const SERVICE_USER = process.getuid?.() === 0 ? 'postgres' : undefined

export interface DebianPostgres {
  readonly port: number
  /** The certificate of the authority that signed the server's. */
  readonly authority: string
  /** The port of a new PgBouncer in front of it, in transaction mode with so many server connections. */
  pooled(serverConnections: number): Promise<number>
  sql(text: string): Promise<void>
  /** From now on its certificate is one that ended yesterday. */
  useExpiredCertificate(): Promise<void>
  stop(): Promise<void>
}

/** Starts the PostgreSQL that Debian ships, with a certificate of its own authority for localhost. The database is `footfall`. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const [version = ''] = (await readdir(PROGRAMS)).sort().reverse()
  const program = (name: string) => join(PROGRAMS, version, 'bin', name)
  const directory = await temporaryDirectory()
  const user = identity()
  const own = (path: string) => (user === undefined ? undefined : chown(path, user.uid, user.gid))
  await own(directory.path)
  const data = join(directory.path, 'data')
  await mkdir(data, { mode: 0o700 })
  await own(data)
  const password = join(directory.path, 'password')
  await writeFile(password, 'secret')
  await run(
    program('initdb'),
    ['--username=footfall', `--pwfile=${password}`, '--auth=scram-sha-256', `--pgdata=${data}`],
    {
      ...user,
      cwd: '/',
    },
  )
  const { authority, certificate, key, expire } = await certificates(directory)
  await own(key)
  const port = await freePort()
  const settings = [...SERVER_SETTINGS, `port=${port}`, `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`]
  const started: ChildProcess[] = [start(program('postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])])]
  const at = (database: string) => `postgres://footfall:secret@127.0.0.1:${port}/${database}`
  await until('PostgreSQL to answer', () => answers(at('postgres')))
  await query(at('postgres'), 'create database footfall')
  return {
    port,
    authority,
    async pooled(serverConnections) {
      const listening = await freePort()
      const folder = join(directory.path, `pgbouncer-${listening}`)
      await mkdir(folder)
      await writeFile(join(folder, 'users.txt'), '"footfall" "secret"\n')
      await writeFile(
        join(folder, 'pgbouncer.ini'),
        `[databases]\nfootfall = host=127.0.0.1 port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${listening}
unix_socket_dir =\nauth_type = plain\nauth_file = ${folder}/users.txt\npool_mode = transaction
default_pool_size = ${serverConnections}\n`,
      )
      started.push(start('pgbouncer', [join(folder, 'pgbouncer.ini')]))
      const url = `postgres://footfall:secret@127.0.0.1:${listening}/footfall`
      await until('PgBouncer to answer', () => answers(url))
      return listening
    },
    sql: (text) => query(at('footfall'), text),
    async useExpiredCertificate() {
      await expire()
      await query(at('footfall'), 'select pg_reload_conf()')
    },
    async stop() {
      for (const child of started.reverse()) {
        const gone = once(child, 'exit')
        if (child.kill('SIGINT')) await gone
      }
      await directory.remove()
    },
  }

  function start(command: string, args: readonly string[]): ChildProcess {
    return spawn(command, args, { ...user, cwd: '/', stdio: 'ignore', env: { PATH: `${process.env.PATH}:/usr/sbin` } })
  }
}

function identity(): { readonly uid: number; readonly gid: number } | undefined {
  if (SERVICE_USER === undefined) return undefined
  const idOf = (option: string) => Number(execFileSync('id', [option, SERVICE_USER]))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function certificates({ path }: TemporaryDirectory) {
  const [authority, authorityKey, certificate, key] = ['ca.pem', 'ca.key', 'server.pem', 'server.key'].map((name) =>
    join(path, name),
  ) as [string, string, string, string]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  await run('openssl', [...made, '-subj', '/CN=Authority', '-keyout', authorityKey, '-out', authority])
  const signed = ['-CA', authority, '-CAkey', authorityKey, '-addext', 'subjectAltName=DNS:localhost']
  await run('openssl', [...made, ...signed, '-subj', '/CN=localhost', '-keyout', key, '-out', certificate])
  await chmod(key, 0o600)
  /** Signs the same key again, until yesterday. */
  async function expire(): Promise<void> {
    const [request, extension] = [join(path, 'server.csr'), join(path, 'server.ext')]
    await run('openssl', ['req', '-new', '-key', key, '-subj', '/CN=localhost', '-out', request])
    await writeFile(extension, 'subjectAltName=DNS:localhost\n')
    const signing = ['-CA', authority, '-CAkey', authorityKey, '-set_serial', '2', '-extfile', extension]
    await run('openssl', ['x509', '-req', '-in', request, '-days', '-1', ...signing, '-out', certificate])
  }
  return { authority, certificate, key, expire }
}

async function query(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

const answers = (url: string) =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  )
