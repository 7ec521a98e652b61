import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { ROOT } from '../deploy/files.ts'
import { freePort, temporaryDirectory, until } from '../server-process.ts'
import { PATH } from './parts.ts'

export const ADMINISTRATOR = { name: 'ada', password: 'correct horse battery' }

/** The WordPress that Debian ships, with the plugin of `integrations/wordpress` and nobody but its administrator. */
export interface WordPress {
  readonly port: number
  readonly folder: string
  /** What PHP reported about files of the plugin. */
  problems(): string
  /** The rows of a query, one a line. */
  sql(query: string): string
  stop(): Promise<void>
}

/** A theme that does what WordPress requires of themes. */
const THEME = {
  'style.css': '/*\nTheme Name: Plain\n*/\n',
  'index.php':
    '<!doctype html><html><head><title>Blog</title><?php wp_head(); ?></head><body><h1>Fresh bread</h1><?php wp_footer(); ?></body></html>\n',
}
const KEYS = ['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY']
const SECRETS = [...KEYS, ...KEYS.map((key) => key.replace('KEY', 'SALT'))]

const configuration = (socket: string) => `<?php
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
${SECRETS.map((name) => `define( '${name}', 'a secret of this test, ${name}' );`).join('\n')}
define( 'WP_HOME', 'http://' . $_SERVER['HTTP_HOST'] );
define( 'WP_SITEURL', 'http://' . $_SERVER['HTTP_HOST'] );
define( 'WP_DEFAULT_THEME', 'plain' );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'DISABLE_WP_CRON', true );
define( 'WP_DEBUG', true );
define( 'WP_DEBUG_DISPLAY', false );
define( 'WP_DEBUG_LOG', false );
define( 'FS_METHOD', 'direct' );
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) {
	define( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
`

export async function startWordPress(): Promise<WordPress> {
  const directory = await temporaryDirectory()
  const folder = join(directory.path, 'site')
  const socket = join(directory.path, 'mariadb.sock')
  const started: ChildProcess[] = []
  const start = (command: string, args: readonly string[]) => {
    const child = spawn(command, args, { cwd: directory.path, env: { PATH }, stdio: ['ignore', 'ignore', 'pipe'] })
    started.push(child)
    return child
  }
  const stop = async () => {
    for (const child of started.reverse())
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await once(child, 'exit')
    await directory.remove()
  }

  try {
    await startMariaDb(directory.path, socket, start)
    const sql = (query: string) => ran('mariadb', [`--socket=${socket}`, '--skip-column-names', '--execute', query])
    await until('MariaDB to answer', async () => tried('mariadb', [`--socket=${socket}`, '--execute', 'select 1']))
    sql('create database wordpress')

    // Debian keeps parts of it elsewhere; a link to a package that is not installed leads nowhere, and is left out.
    tried('cp', ['-rL', '/usr/share/wordpress', folder])
    await writeFile(join(folder, 'wp-config.php'), configuration(socket))
    const theme = join(folder, 'wp-content/themes/plain')
    await mkdir(theme, { recursive: true })
    for (const [name, text] of Object.entries(THEME)) await writeFile(join(theme, name), text)
    const plugin = join(folder, 'wp-content/plugins/footfall')
    await cp(join(ROOT, 'integrations/wordpress/footfall'), plugin, { recursive: true })

    const port = await freePort()
    const log = ['-d', 'log_errors=1', '-d', 'error_log=/dev/stderr', '-d', 'display_errors=0']
    const php = start('php', [...log, '-S', `127.0.0.1:${port}`, '-t', folder])
    let printed = ''
    php.stderr?.on('data', (chunk) => {
      printed += chunk
    })
    await until('PHP to answer', async () =>
      fetch(`http://127.0.0.1:${port}/wp-includes/version.php`).then(
        () => true,
        () => false,
      ),
    )
    await install(port)
    return {
      port,
      folder,
      problems: () =>
        printed
          .split('\n')
          .filter((line) => line.includes('PHP ') && line.includes('plugins/footfall'))
          .join('\n'),
      sql: (query) => sql(`use wordpress; ${query}`),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startMariaDb(
  directory: string,
  socket: string,
  start: (command: string, args: readonly string[]) => ChildProcess,
): Promise<void> {
  const data = [`--datadir=${join(directory, 'mariadb')}`, ...(process.getuid?.() === 0 ? ['--user=root'] : [])]
  ran('mariadb-install-db', ['--no-defaults', '--auth-root-authentication-method=normal', ...data])
  start('mariadbd', ['--no-defaults', '--skip-networking', `--socket=${socket}`, ...data])
}

/** Fills in the form of the installation. */
async function install(port: number): Promise<void> {
  const { name, password } = ADMINISTRATOR
  const answer = await fetch(`http://127.0.0.1:${port}/wp-admin/install.php?step=2`, {
    method: 'POST',
    body: new URLSearchParams({
      weblog_title: 'Bakery',
      user_name: name,
      admin_password: password,
      admin_password2: password,
      pw_weak: '1',
      admin_email: 'ada@example.com',
      blog_public: '1',
    }),
  })
  const page = await answer.text()
  if (!page.includes('Success!')) throw new Error(`WordPress was not installed: ${answer.status} ${page}`)
}

function ran(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { env: { PATH }, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

function tried(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { env: { PATH }, stdio: 'ignore' }).status === 0
}
