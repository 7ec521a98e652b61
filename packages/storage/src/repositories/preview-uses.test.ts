import { timestamp } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'

describeEachDialect('uses of previews', (database) => {
  const end = timestamp(Date.parse('2026-11-20T12:00:00.000Z'))
  const record = (id: string) => database.store.transaction(({ store }) => store.previewUses.record(id, end))
  const purge = (at: number) => database.store.transaction(({ store }) => store.previewUses.purge(timestamp(at)))

  it('records the use of a preview once, also by transactions at the same time', async () => {
    expect([await record('a'), await record('a'), await record('b')]).toEqual([true, false, true])
    const together = await Promise.all(Array.from({ length: 8 }, () => record('c')))
    expect(together.filter(Boolean)).toHaveLength(1)
  })

  it('rolls back the use of a preview with its transaction', async () => {
    const failed = database.store.transaction(async ({ store }) => {
      expect(await store.previewUses.record('undone', end)).toBe(true)
      throw new Error('The change is rejected.')
    })
    await expect(failed).rejects.toThrow('rejected')
    expect(await record('undone')).toBe(true)
  })

  it('removes the use of a preview once the preview has expired', async () => {
    await record('kept')
    await purge(Date.parse(end) - 1)
    expect(await record('kept')).toBe(false)
    await purge(Date.parse(end))
    expect(await record('kept')).toBe(true)
  })
})
