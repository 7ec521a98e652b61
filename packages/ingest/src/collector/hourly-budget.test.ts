import { HOUR_MS } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { createBudgets } from './hourly-budget.ts'

const START = 100 * HOUR_MS

describe('the hourly budget of a product', () => {
  it('a product uses up its hourly budget by its number of events until the clock hour ends', () => {
    const budgets = createBudgets({ events: 2, bytes: 0 })
    budgets.spend('a', 'x'.repeat(1_000_000), START)
    expect(budgets.exhaustedFor('a', START)).toBeUndefined()
    budgets.spend('a', 'x', START)
    expect(budgets.exhaustedFor('a', START + 1000)).toBe(HOUR_MS - 1000)
    expect(budgets.exhaustedFor('b', START)).toBeUndefined()
    expect(budgets.exhaustedFor('a', START + HOUR_MS - 1)).toBe(1)
    expect(budgets.exhaustedFor('a', START + HOUR_MS)).toBeUndefined()
  })

  it('a product uses up its hourly budget by its number of bytes', () => {
    const budgets = createBudgets({ events: 0, bytes: 1000 })
    budgets.spend('a', 'x'.repeat(999), START)
    expect(budgets.exhaustedFor('a', START)).toBeUndefined()
    budgets.spend('a', 'x', START)
    expect(budgets.exhaustedFor('a', START)).toBe(HOUR_MS)
  })

  it('an hourly budget of 0 is unlimited', () => {
    const budgets = createBudgets({ events: 0, bytes: 0 })
    for (let i = 0; i < 1000; i++) budgets.spend('a', 'x'.repeat(1e6), START)
    expect(budgets.exhaustedFor('a', START)).toBeUndefined()
  })
})
