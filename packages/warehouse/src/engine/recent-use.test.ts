import { describe, expect, it } from 'vitest'
import { recentUse } from './recent-use.ts'

function setup(freeMs = 0) {
  let now = 1_000
  const use = recentUse(() => now, freeMs)
  return {
    use,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('the recent engine time of an account', () => {
  it('long recent engine time lowers the priority of the next statement of that account only', () => {
    const { use, pass } = setup()
    const end = use.begin('a')
    pass(10_000)
    expect(use.priorityOf('a')).toBe(1)
    pass(3_000)
    expect(use.priorityOf('a')).toBe(2)
    const ends = [end, use.begin('a')]
    pass(10_000)
    expect([use.priorityOf('a'), use.priorityOf('b')]).toEqual([3, 1])
    for (const endOne of ends) endOne()
    pass(8_000)
    expect(use.priorityOf('a')).toBe(2)
    pass(10_000)
    expect(use.priorityOf('a')).toBe(1)
  })

  it('short statements with pauses between them do not lower the priority of an account', () => {
    const { use, pass } = setup()
    for (let i = 0; i < 500; i++) {
      const end = use.begin('a')
      pass(50)
      end()
      pass(100)
    }
    expect(use.priorityOf('a')).toBe(1)
  })

  it('an account keeps the first priority while another uses the engine twice as much, although its statements take long', () => {
    const { use, pass } = setup()
    const ends = [use.begin('heavy'), use.begin('heavy'), use.begin('light')]
    pass(60_000)
    expect([use.priorityOf('heavy'), use.priorityOf('light')]).toEqual([3, 1])
    for (const end of ends.slice(0, 2)) end()
    pass(30_000)
    expect([use.priorityOf('heavy'), use.priorityOf('light')]).toEqual([1, 2])
  })

  it('short statements count nothing where their time is free, while one runs after the other', () => {
    const { use, pass } = setup(1_000)
    for (let i = 0; i < 100; i++) {
      const end = use.begin('a')
      pass(900)
      end()
    }
    expect(use.usedMs('a')).toBe(0)
    const end = use.begin('a')
    pass(3_000)
    end()
    expect(use.usedMs('a')).toBeGreaterThan(1_800)
    expect(use.usedMs('a')).toBeLessThan(2_000)
  })

  it('short statements count where two of an account always run, until it pauses', () => {
    const { use, pass } = setup(1_000)
    for (let i = 0; i < 100; i++) {
      const ends = [use.begin('a'), use.begin('a')]
      pass(900)
      for (const end of ends) end()
    }
    expect(use.isHeavy('a')).toBe(true)
    pass(30_000)
    const end = use.begin('a')
    pass(900)
    end()
    expect(use.usedMs('a')).toBeLessThan(4_000)
  })

  it('an account counts as active while it runs a statement and for half a minute afterwards', () => {
    const { use, pass } = setup(1_000)
    expect(use.areOthersActive(['a'])).toBe(false)
    const end = use.begin('a')
    pass(30)
    expect([use.areOthersActive(['b']), use.areOthersActive(['b', 'a'])]).toEqual([true, false])
    end()
    pass(30_000)
    expect(use.areOthersActive(['b'])).toBe(true)
    pass(60_000)
    expect(use.areOthersActive(['b'])).toBe(false)
  })

  it('recent engine time does not depend on how often it is read', () => {
    const [asked, unasked] = [setup(), setup()]
    for (const { use } of [asked, unasked]) use.begin('a')
    for (let i = 0; i < 300; i++) {
      asked.pass(100)
      asked.use.priorityOf('a')
    }
    unasked.pass(30_000)
    expect([asked.use.priorityOf('a'), unasked.use.priorityOf('a')]).toEqual([2, 2])
  })
})
