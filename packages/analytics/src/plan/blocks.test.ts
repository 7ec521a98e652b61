import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf } from './blocks.ts'
import type { UsedDay } from './days.ts'

const usedDay = (day: number, part: UsedDay['part'] = 'whole', version = '1'): UsedDay => ({
  closed: { day, version, cutMs: 0, lastMs: 0, lists: new Set() },
  part,
  bucket: undefined,
})
const daysFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => usedDay(first + i))
const sizes = (used: readonly UsedDay[]) => blocksOf(used).map(({ days }) => days.length)

describe('blocks of days', () => {
  it('blocks of days hold each day once, in order, and begin at a multiple of their size', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 400 }), { maxLength: 300 }), (numbers) => {
        const used = numbers.toSorted((a, b) => a - b).map((day) => usedDay(day))
        const blocks = blocksOf(used)
        expect(blocks.flatMap(({ days }) => days)).toEqual(used)
        for (const { days } of blocks) expect((days[0]?.closed.day ?? 0) % days.length).toBe(0)
      }),
    )
  })

  it('a year has few more blocks than a quarter', () => {
    expect(sizes(daysFrom(64, 64 * 3))).toEqual([64, 64, 64])
    expect(blocksOf(daysFrom(20_001, 365)).length).toBeLessThan(2 * blocksOf(daysFrom(20_001, 90)).length)
  })

  it('the next day leaves all blocks but the last as they are', () => {
    const before = blocksOf(daysFrom(128, 70))
    const after = blocksOf(daysFrom(128, 71))
    expect(after.slice(0, before.length)).toEqual(before)
  })

  it('a part of a day has a separate block', () => {
    const used = [usedDay(3, 'after'), ...daysFrom(4, 4), usedDay(8, 'before')]
    expect(sizes(used)).toEqual([1, 4, 1])
    expect(new Set(blocksOf([usedDay(3), usedDay(3, 'after')]).map(({ place }) => place)).size).toBe(2)
  })

  it('a day in another version changes the versions of its block and not its place', () => {
    const [block] = blocksOf(daysFrom(4, 4))
    const [other] = blocksOf([...daysFrom(4, 3), usedDay(7, 'whole', '2')])
    expect(other?.place).toBe(block?.place)
    expect(other?.versions).not.toBe(block?.versions)
  })
})
