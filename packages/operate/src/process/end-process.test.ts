import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))

/** Ends while the engine, whose exit handlers would wait or crash, runs a statement. */
const ENDS_EARLY = `
  import { openEngine } from '@footfall/warehouse'
  import { endProcess } from './src/process/end-process.ts'
  const engine = await openEngine({ embedded: { path: process.argv[1] } })
  void engine.run('SELECT sum(cityHash64(number)) FROM numbers(100000000000) FORMAT Null', { purpose: 'maintenance' })
  await engine.ping()
  process.stdout.write('ending')
  endProcess(Number(process.argv[2]))
`

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footfall-ending-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

it.runIf(process.platform !== 'win32').each([0, 1])(
  'a process in which the engine runs a statement ends with its code: %d',
  async (code) => {
    const args = ['--conditions=footfall-source', '--input-type=module', '--eval', ENDS_EARLY, directory, String(code)]
    const ended = await promisify(execFile)(process.execPath, args, { cwd: PACKAGE }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { readonly code: unknown; readonly stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    )
    expect(ended).toEqual({ code, stdout: 'ending' })
  },
)
