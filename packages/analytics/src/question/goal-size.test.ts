import { ProductId, type ReportScope } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { alternativesOf } from './condition.ts'
import { assertGoalsFit } from './goal-size.ts'

type Goals = ReportScope['goals']

/** Goals of about 100,000 characters together. */
const goalsOf = (product: number): Goals =>
  Array.from({ length: 50 }, (_, i) => ({
    name: `Goal ${product} ${i}`,
    kind: 'custom' as const,
    goal: true,
    revenue: false,
    properties: Array.from({ length: 5 }, (_, j) => ({ name: `p${j}`, value: 'x'.repeat(380) })),
  }))

/** What the check reads of the scope of a question about so many products. */
function asked(products: number) {
  const parts = Array.from({ length: products }, (_, i) => ({
    product: ProductId.parse(`prd_size${i}`),
    goals: goalsOf(i),
  })) as unknown as readonly ReportScope[]
  return { goals: parts.flatMap(({ goals }) => goals), ...(products > 1 && { parts }) }
}

const naming = (...names: readonly string[]) =>
  alternativesOf(names.map((name) => ({ dimension: 'goal' as const, operator: 'contains' as const, values: [name] })))

const ABOUT_GOALS = { isAboutGoals: true }

describe('assertGoalsFit', () => {
  it('rejects the goals of several products that are too long together, and names the parameter', () => {
    expect(() => assertGoalsFit(asked(2), [], ABOUT_GOALS)).not.toThrow()
    expect(() => assertGoalsFit(asked(3), [], ABOUT_GOALS)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ path: 'product' })] }),
    )
  })

  it('counts no goals of a question about something else', () => {
    expect(() => assertGoalsFit(asked(50), [], { isAboutGoals: false })).not.toThrow()
  })

  it('the size of a question counts a goal again for each filter that names it', () => {
    expect(() => assertGoalsFit(asked(1), naming('Goal', 'Goal'), ABOUT_GOALS)).not.toThrow()
    expect(() => assertGoalsFit(asked(1), naming('Goal', 'Goal', 'Goal'), ABOUT_GOALS)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ path: 'filters' })] }),
    )
    expect(() => assertGoalsFit(asked(1), naming(...Array(8).fill('Goal 0 1')), ABOUT_GOALS)).not.toThrow()
  })
})
