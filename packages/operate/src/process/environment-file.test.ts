import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeEnvironmentFiles } from './environment-file.ts'

describe('the option --env-file', () => {
  it.each([
    [['--env-file', '/etc/a.env', 'serve'], ['/etc/a.env'], ['serve']],
    [['doctor', '--json', '--env-file=/etc/a b.env'], ['/etc/a b.env'], ['doctor', '--json']],
    [['--env-file', 'a', '--env-file=b', 'serve'], ['a', 'b'], ['serve']],
    [['visitor', 'export', '--', '--env-file', 'a'], [], ['visitor', 'export', '--', '--env-file', 'a']],
    [['account', '--env-filename', 'a'], [], ['account', '--env-filename', 'a']],
    [[], [], []],
  ])('takes --env-file out of the arguments %j', (argv, files, rest) => {
    expect(takeEnvironmentFiles(argv)).toEqual({ files, rest })
  })

  it.each([[['serve', '--env-file']], [['--env-file=', 'serve']], [['--env-file', '--json']]])(
    'rejects --env-file without the path of a file in %j',
    (argv) => expect(takeEnvironmentFiles(argv).problem).toBe('--env-file needs the path of a file.'),
  )
})

describe('an environment file', () => {
  const MODULE = fileURLToPath(new URL('./environment-file.ts', import.meta.url))
  const PRINT = `const { loadEnvironmentFiles } = await import(${JSON.stringify(MODULE)})
loadEnvironmentFiles('footfall')
console.log(JSON.stringify({ argv: process.argv.slice(2), env: process.env }))`
  let folder: string
  let script: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-env-file-'))
    script = join(folder, 'print.mjs')
    await writeFile(script, PRINT)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const run = (...args: string[]) =>
    new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
      execFile(process.execPath, ['--', script, ...args], { env: { PORT: '1' } }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      )
    })

  it('sets the variables of an environment file with comments, spaces and quotes as systemd does, and leaves those that are set', async () => {
    const file = join(folder, 'settings.env')
    await writeFile(
      file,
      [
        '# Settings of the service',
        '',
        'BASE_URL=https://stats.example.com',
        'MAIL_FROM="Footfall <a@example.com>"',
        'SESSION_SECRET=\'with # and "quotes"\'',
        '  DATA_DIR = /var/lib/footfall  ',
        'PORT=2',
      ].join('\n'),
    )
    const { out } = await run('--env-file', file, 'doctor', '--json')
    const { argv, env } = JSON.parse(out)
    expect(argv).toEqual(['doctor', '--json'])
    expect(env).toMatchObject({
      BASE_URL: 'https://stats.example.com',
      MAIL_FROM: 'Footfall <a@example.com>',
      SESSION_SECRET: 'with # and "quotes"',
      DATA_DIR: '/var/lib/footfall',
      PORT: '1',
    })
  })

  it('ends the command with the path of an environment file that cannot be read', async () => {
    const missing = await run('serve', '--env-file', join(folder, 'nothing.env'))
    const message = `--env-file ${join(folder, 'nothing.env')} cannot be read: the file does not exist.`
    expect(missing).toEqual({ code: 2, out: '', err: `footfall: ${message}\n` })
    const inJson = await run('doctor', '--json', '--env-file', join(folder, 'nothing.env'))
    expect(JSON.parse(inJson.err)).toEqual({ error: { code: 'usage', message } })
    const directory = await run('serve', '--env-file', folder)
    expect(directory.code).not.toBe(0)
    expect(directory.err).toContain(folder)
  })
})
