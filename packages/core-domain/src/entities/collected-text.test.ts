import { expect, it } from 'vitest'
import { cleanText } from '../clean-text.ts'
import { EVENT_NAME_LENGTH_MAX } from '../dimensions.ts'
import { FunnelStep } from './product.ts'
import { TrackedEvent } from './settings.ts'

it.each(['  Sign  up ', 'Sign\u200Bup', 'Sign\tup', '\u202ESignup', 'Sign\u00A0up'])(
  'the name of a tracked event and the text of a funnel step are cleaned like the names of events: %j',
  (name) => {
    const collected = cleanText(name, EVENT_NAME_LENGTH_MAX)
    const event = TrackedEvent.parse({
      ...{ name, kind: 'custom', goal: true, revenue: false },
      property: { name, value: name },
    })
    expect(event).toMatchObject({ name: collected, property: { name: collected, value: collected } })
    expect(FunnelStep.parse({ kind: 'event', match: name }).match).toBe(collected)
  },
)

it('rejects and never cuts the name of a tracked event that is invisible or too long', () => {
  const isName = (name: string) => TrackedEvent.shape.name.safeParse(name).success
  expect(isName('\u200B ')).toBe(false)
  expect(isName('x'.repeat(EVENT_NAME_LENGTH_MAX + 1))).toBe(false)
  expect(isName('x'.repeat(EVENT_NAME_LENGTH_MAX))).toBe(true)
})
