import { expect, it } from 'vitest'
import { sameDefinitionFinder } from './same-definition.ts'

it('reads the definition of each thing of a list once, however many of them are compared', () => {
  let reads = 0
  const goals = Array.from({ length: 100 }, (_, i) => ({ name: `Goal ${i}`, path: `/${i % 99}` }))
  const find = sameDefinitionFinder('goal', goals, ({ path }) => {
    reads++
    return { path }
  })
  expect(goals.flatMap((goal) => find(goal, `definition as “${goal.name}”`))).toEqual([
    'The goal “Goal 99” already has the same definition as “Goal 0”.',
    'The goal “Goal 0” already has the same definition as “Goal 99”.',
  ])
  expect(reads).toBe(100)
})
