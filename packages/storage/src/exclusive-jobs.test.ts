import { testDatabase } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'

describe('a job of which every replica thinks', () => {
  const database = testDatabase('postgres')

  it('is done by one of them at a time, and by another once that one is done', async () => {
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

  it('is free again after it failed', async () => {
    const failing = database.control.exclusively('mail', () => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(await database.open().exclusively('mail', () => Promise.resolve())).toBe(true)
  })
})
