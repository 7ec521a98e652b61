import { describe, expect, it } from 'vitest'
import { goalsOf, propertiesOf } from './goals.ts'
import type { TrackedEvent } from './settings.ts'

const plan = (value: string) => ({ name: 'plan', value })
const signup = (over: Partial<TrackedEvent> = {}): TrackedEvent => ({
  name: 'Signup',
  kind: 'custom',
  goal: true,
  revenue: false,
  ...over,
})
const names = (events: readonly TrackedEvent[]) => goalsOf(events).map(({ name }) => name)

describe('goalsOf', () => {
  it('names goals after their events where each event is one goal, whatever the properties', () => {
    expect(names([signup({ property: plan('pro'), label: 'Pro' }), signup({ name: 'Buy' })])).toEqual(['Signup', 'Buy'])
  })

  it('names goals with properties by their labels, or else by their properties, where one event is several goals', () => {
    const goals = [
      signup({ label: 'Everybody' }),
      signup({ label: 'Pro', properties: [plan('pro')] }),
      signup({ properties: [plan('free'), { name: 'trial', value: 'yes' }] }),
    ]
    expect(names(goals)).toEqual(['Signup', 'Pro', 'Signup (plan: free, trial: yes)'])
    expect(goalsOf(goals).map(({ event }) => event)).toEqual([undefined, 'Signup', 'Signup'])
  })

  it('leaves out tracked events that are not goals, which still make others of their event known by their labels', () => {
    expect(names([signup({ goal: false }), signup({ label: 'Pro', property: plan('pro') })])).toEqual(['Pro'])
  })
})

it('reads the short form of a property as a list of one', () => {
  expect(propertiesOf(signup({ property: plan('pro') }))).toEqual([plan('pro')])
  expect(propertiesOf(signup())).toEqual([])
})
