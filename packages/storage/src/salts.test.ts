import { LocalDate } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { rawSql } from './test-support/raw-sql.ts'

describeEachDialect('daily salts', (database) => {
  const storedDays = async () =>
    (await rawSql(database.config, 'select day from daily_salts order by day')).map(({ day }) => day)

  it('makes one salt of 32 random bytes a day for all processes, and keeps it as the previous salt of the next day', async () => {
    const first = await database.control.salts.salts(LocalDate.parse('2026-03-01'))
    expect(first.current).toHaveLength(32)
    expect(first.previous).toBeUndefined()
    const restarted = await database.open().salts.salts(LocalDate.parse('2026-03-01'))
    expect(restarted).toEqual(first)
    const next = await database.control.salts.salts(LocalDate.parse('2026-03-02'))
    expect(next.previous).toEqual(first.current)
    expect(next.current).not.toEqual(first.current)
  })

  it('deletes daily salts once they are 48 hours old', async () => {
    await database.control.salts.salts(LocalDate.parse('2026-05-01'))
    await database.control.salts.salts(LocalDate.parse('2026-05-02'))
    expect(await storedDays()).toEqual(['2026-05-01', '2026-05-02'])
    const third = await database.control.salts.salts(LocalDate.parse('2026-05-03'))
    expect(await storedDays()).toEqual(['2026-05-02', '2026-05-03'])
    expect(third.previous).toBeDefined()
  })

  it('returns no previous salt if the day before has none', async () => {
    await database.control.salts.salts(LocalDate.parse('2026-07-01'))
    expect((await database.control.salts.salts(LocalDate.parse('2026-07-09'))).previous).toBeUndefined()
    expect(await storedDays()).toEqual(['2026-07-09'])
  })

  it('makes one salt when several processes first ask at the same time', async () => {
    const processes = [database.control, database.open(), database.open(), database.open()]
    const answers = await Promise.all(processes.map(({ salts }) => salts.salts(LocalDate.parse('2026-09-01'))))
    expect(new Set(answers.map(({ current }) => Buffer.from(current).toString('hex'))).size).toBe(1)
  })
})
