import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NotFound } from '@footfall/core-domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askRunningService } from './ask-running-service.ts'
import { type OperatorRoutes, serveOperator } from './serve-operator.ts'
import { findSocket } from './socket-path.ts'

describe('the operator’s socket', () => {
  let root: string
  let stop: () => Promise<void> = async () => {}
  const logged: string[] = []
  const log = { info() {}, warn() {}, error: (_: object, message: string) => logged.push(message) }
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'footfall-socket-'))
  })
  afterEach(async () => {
    await stop()
    await rm(root, { recursive: true, force: true })
  })
  const serve = async (dataDir: string, routes: OperatorRoutes = { 'GET /x': async () => 1 }) => {
    stop = await serveOperator(dataDir, routes, log)
  }

  it('accepts commands only from the user of the service', async () => {
    await serve(root, { 'POST /say': async ({ query }) => ({ said: query.get('word') }) })
    expect((await stat(join(root, 'operator.sock'))).mode & 0o777).toBe(0o600)
    expect(await askRunningService(root, 'POST', '/say?word=yes')).toEqual({ ok: true, body: { said: 'yes' } })
    expect(await askRunningService(root, 'GET', '/say')).toMatchObject({ ok: false, code: 'unknown_command' })
    expect(await askRunningService(root, 'GET', '/toString')).toMatchObject({ ok: false, code: 'unknown_command' })
  })

  it('reports why a command is rejected, and a failure only in the log', async () => {
    await serve(root, {
      'GET /missing': () => Promise.reject(new NotFound()),
      'GET /broken': () => Promise.reject(new Error('secret')),
    })
    expect(await askRunningService(root, 'GET', '/missing')).toMatchObject({ ok: false, code: 'not_found' })
    expect(await askRunningService(root, 'GET', '/broken')).toEqual({
      ok: false,
      code: 'failed',
      message: 'The command failed; the log of the service has the reason.',
    })
    expect(logged).toEqual(['a command of the operator failed'])
  })

  it('the operator’s socket is absent if no service runs, also after one was killed', async () => {
    expect(await askRunningService(root, 'GET', '/x')).toBeUndefined()
    await serve(root)
    await stop()
    stop = async () => {}
    expect(await readdir(root)).toEqual([])
    expect(await askRunningService(root, 'GET', '/x')).toBeUndefined()
  })

  it('replaces the socket that a killed service left', async () => {
    await writeFile(join(root, 'operator.sock'), '')
    await serve(root)
    expect(await askRunningService(root, 'GET', '/x')).toEqual({ ok: true, body: 1 })
  })

  it('puts the socket of the operator into a private directory if the path of the data directory is too long for one', async () => {
    const long = join(root, 'x'.repeat(100))
    await mkdir(long)
    await serve(long)
    expect(await askRunningService(long, 'GET', '/x')).toEqual({ ok: true, body: 1 })
    const socket = (await findSocket(long)) ?? ''
    expect(socket.startsWith(tmpdir())).toBe(true)
    expect((await stat(join(socket, '..'))).mode & 0o777).toBe(0o700)
    await stop()
    stop = async () => {}
    await expect(stat(join(socket, '..'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await askRunningService(long, 'GET', '/x')).toBeUndefined()
  })

  it('removes the private directory that a killed service left', async () => {
    const long = join(root, 'y'.repeat(100))
    await mkdir(long)
    const left = await mkdtemp(join(tmpdir(), 'footfall-'))
    await writeFile(join(left, 'operator.sock'), '')
    await writeFile(join(long, 'operator.sock.path'), join(left, 'operator.sock'))
    await serve(long)
    expect(await askRunningService(long, 'GET', '/x')).toEqual({ ok: true, body: 1 })
    await expect(stat(left)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('removes no other directory that the file with the path names', async () => {
    const long = join(root, 'z'.repeat(100))
    await mkdir(long)
    await writeFile(join(long, 'operator.sock.path'), join(root, 'operator.sock'))
    await serve(long)
    expect((await stat(root)).isDirectory()).toBe(true)
  })

  it('ends a running command of the operator when the service stops', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    await serve(root, {
      'POST /long': ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve('stopped'))
          begin()
        }),
    })
    const asked = askRunningService(root, 'POST', '/long')
    await begun
    await stop()
    stop = async () => {}
    expect(await asked).toEqual({ ok: true, body: 'stopped' })
  })
})
