import { spawnSync } from 'node:child_process'
import process from 'node:process'

/** A part of the machine that tests use as its distribution ships it. */
interface Part {
  /** How Debian gets it. */
  readonly install: string
  /** A command that succeeds if the part is usable. */
  readonly works: readonly [string, ...string[]]
  /** Not every Debian and Ubuntu has it, or can have it beside what is installed. */
  readonly isRare?: true
}

/** Privileges to make a network: those of root, or of a user namespace. */
export const UNSHARE: readonly string[] = ['--net', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]

const PARTS = {
  nginx: { install: 'apt-get install nginx', works: ['nginx', '-v'] },
  caddy: { install: 'apt-get install caddy', works: ['caddy', 'version'] },
  'ClickHouse 18.16': {
    install: 'apt-get install clickhouse-server on Debian 12',
    works: ['sh', '-c', 'dpkg-query --show clickhouse-server | grep --quiet "18[.]16"'],
    isRare: true,
  },
  promtool: { install: 'apt-get install prometheus', works: ['promtool', '--version'] },
  PostgreSQL: { install: 'apt-get install postgresql', works: ['sh', '-c', 'ls /usr/lib/postgresql/*/bin/postgres'] },
  PgBouncer: { install: 'apt-get install pgbouncer', works: ['pgbouncer', '--version'] },
  WordPress: {
    install: 'apt-get install wordpress php-cli php-mysql',
    works: ['sh', '-c', 'test -f /usr/share/wordpress/wp-load.php && php --modules | grep --quiet mysqli'],
    isRare: true,
  },
  MariaDB: { install: 'apt-get install mariadb-server', works: ['mariadbd', '--version'], isRare: true },
  curl: { install: 'apt-get install curl', works: ['curl', '--version'] },
  openssl: { install: 'apt-get install openssl', works: ['openssl', 'version'] },
  'network namespaces': {
    install: 'apt-get install util-linux iproute2, and sysctl kernel.apparmor_restrict_unprivileged_userns=0',
    works: ['unshare', ...UNSHARE, 'ip', 'link', 'set', 'lo', 'up'],
  },
} satisfies Record<string, Part>

export type PartName = keyof typeof PARTS

export interface MissingPart {
  readonly name: PartName
  readonly install: string
  readonly isRare: boolean
}

/** Where Debian keeps the programs of servers, which is not on the path of every user. */
export const PATH = `${process.env.PATH}:/usr/sbin:/sbin`

const works = (name: PartName) => {
  const [command, ...args] = PARTS[name].works as readonly [string, ...string[]]
  return spawnSync(command, args, { env: { PATH }, stdio: 'ignore' }).status === 0
}

export const missingParts: readonly MissingPart[] = (Object.keys(PARTS) as PartName[])
  .filter((name) => !works(name))
  .map((name) => ({ name, install: PARTS[name].install, isRare: 'isRare' in PARTS[name] }))

/** Whether a test that needs these parts must be skipped. */
export function lacksAny(...names: readonly PartName[]): boolean {
  return missingParts.some(({ name }) => names.includes(name))
}
