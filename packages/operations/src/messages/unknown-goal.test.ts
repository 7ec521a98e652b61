import { type Goal, goalsOf } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { unknownGoal } from './unknown-goal.ts'

const goal = (name: string, label?: string): Goal[] => [
  ...goalsOf([{ name, kind: 'custom', goal: true, revenue: false, ...(label !== undefined && { label }) }]),
]
const GOALS = [...goal('Signup', 'Registration'), ...goal('Purchase')]

it.each([
  ['signup', { message: 'available: “Signup”', did_you_mean: ['Signup'] }],
  ['registration', { message: 'available: “Signup”', did_you_mean: ['Signup'] }],
  ['Nope', { message: 'available: “Signup”, “Purchase”' }],
])('an unknown goal %s is answered with the goals that it may mean', (given, expected) => {
  const { message, ...error } = unknownGoal('rule.goal', given, GOALS)
  expect({ ...error, message }).toEqual({
    path: 'rule.goal',
    ...expected,
    message: `is not the name of a goal of this product; ${expected.message}`,
  })
})

it('an unknown goal of a product without goals, or with many, is answered with at most ten', () => {
  expect(unknownGoal('rule.goal', 'Nope', []).message).toMatch(/; it has none$/)
  const many = Array.from({ length: 30 }, (_, i) => goal(`${i} of many`)).flat()
  const { message } = unknownGoal('rule.goal', 'Nope', many)
  expect(message.match(/“/g)).toHaveLength(10)
  expect(message).toMatch(/ and more$/)
})
