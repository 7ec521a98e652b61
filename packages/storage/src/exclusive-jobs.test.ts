import { testDatabase } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'

describe('a job for one replica at a time', () => {
  const database = testDatabase('postgres')

  it('runs an exclusive job in one replica at a time', async () => {
    const other = database.open()
    const begun = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const first = database.control.exclusively('retention', () => {
      begun.resolve()
      return finish.promise
    })
    await begun.promise
    expect(await other.exclusively('retention', () => Promise.reject(new Error('done twice')))).toBe(false)
    expect(await other.exclusively('another job', () => Promise.resolve())).toBe(true)
    finish.resolve()
    expect(await first).toBe(true)
    expect(await other.exclusively('retention', () => Promise.resolve())).toBe(true)
  })

  it('lets another replica run an exclusive job after the job failed', async () => {
    const failing = database.control.exclusively('mail', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await database.open().exclusively('mail', () => Promise.resolve())).toBe(true)
  })
})
