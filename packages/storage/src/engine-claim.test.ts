import { timestamp } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'

describeEachDialect('the claim of an analytics engine', (database) => {
  const claim = (engine: string) => ({
    engine_id: engine,
    place: `/data of ${engine}`,
    claimed_at: timestamp(Date.parse('2026-11-20T12:00:00Z')),
  })

  it('the first of several engines that claim a database at once holds the claim until it is replaced', async () => {
    expect(await database.control.engineClaims.find()).toBeUndefined()
    const processes = [database.control, database.open(), database.open(), database.open()]
    const answers = await Promise.all(processes.map(({ engineClaims }, i) => engineClaims.claim(claim(`eng_${i}`))))
    expect(new Set(answers.map(({ engine_id }) => engine_id)).size).toBe(1)
    expect(await database.open().engineClaims.find()).toEqual(answers[0])
    await database.control.store.transaction((tx) => tx.engineClaim.replace(claim('eng_new')))
    expect(await database.control.engineClaims.claim(claim('eng_late'))).toEqual(claim('eng_new'))
  })
})
