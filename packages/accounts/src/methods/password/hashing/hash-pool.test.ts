import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ServiceUnavailable } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { createHashPool } from './hash-pool.ts'

const PACKAGE = fileURLToPath(new URL('../../../..', import.meta.url))
const cost = { N: 1_024, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const job = (password: string) => ({ password, salt: 'salt', keyBytes: 64, cost })

/** In a process whose pool of file threads has one thread: which came first, a call that needs no disk or the hashes? */
const CALL_BESIDE_HASHES = `
  import { stat } from 'node:fs/promises'
  import { hashPassword } from '@footfall/accounts'
  const random = { bytes: (count) => new Uint8Array(count) }
  let hashed = 0
  const hashes = Array.from({ length: 20 }, () => hashPassword('correct horse battery', random).then(() => hashed++))
  await stat('/')
  console.log(JSON.stringify({ hashedBefore: hashed }))
  await Promise.all(hashes)
  console.log(JSON.stringify({ hashed }))
`

describe('hashing passwords', () => {
  it('leaves free the threads that sync files while passwords are hashed', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=footfall-source', '--input-type=module', '-e', CALL_BESIDE_HASHES],
      { cwd: PACKAGE, env: { PATH: process.env.PATH, UV_THREADPOOL_SIZE: '1' } },
    )
    const [first = '', second = ''] = stdout.trim().split('\n')
    expect(JSON.parse(first).hashedBefore).toBeLessThan(20)
    expect(JSON.parse(second)).toEqual({ hashed: 20 })
  })

  it('hashes one password per thread, lets a few wait, and rejects the rest until there is room again', async () => {
    const pool = createHashPool({ threads: 2, waitingMax: 4 })
    const asked = Array.from({ length: 8 }, (_, i) => pool.derive(job(`${i}`)))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array<string>(6).fill('fulfilled'),
      ...Array<string>(2).fill('rejected'),
    ])
    await expect(asked[7]).rejects.toThrow(ServiceUnavailable)
    await expect(asked[7]).rejects.toMatchObject({ retryAfterSeconds: expect.any(Number) })
    expect(await pool.derive(job('7'))).toHaveLength(64)
  })

  it('hashes passwords in the order of the requests', async () => {
    const pool = createHashPool({ threads: 1, waitingMax: 10 })
    const order: number[] = []
    await Promise.all([0, 1, 2, 3].map((i) => pool.derive(job(`${i}`)).then(() => order.push(i))))
    expect(order).toEqual([0, 1, 2, 3])
  })

  it('continues to hash passwords after one fails in its thread', async () => {
    const pool = createHashPool({ threads: 1, waitingMax: 2 })
    const failing = pool.derive({ ...job('a'), cost: { ...cost, N: 3 } })
    const next = pool.derive(job('b'))
    await expect(failing).rejects.toThrow()
    expect(await next).toHaveLength(64)
  })
})
