import { Message, type ProductId, TimeZone, timestamp } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { alertMessage } from './alert-message.ts'
import { AlertRule } from './kinds/index.ts'

const SINCE = timestamp(Date.parse('2026-11-20T12:05:00Z'))
const product = { id: 'prd_shop' as ProductId, name: 'Shop', timezone: TimeZone.parse('Europe/Berlin') }

function messageOf(
  rule: object,
  transition: 'started' | 'ended',
  value: number | null = 300,
  usual: number | null = 100,
) {
  const judgement = { at: timestamp(Date.parse('2026-11-20T15:05:00Z')), problem: null, value, usual }
  const alert = { id: 'alr_1' as never, name: 'Watch', rule: AlertRule.parse(rule) }
  return alertMessage({ alert, product, transition, judgement, since: SINCE }, 'https://stats.example')
}

describe('the message of an alert', () => {
  it.each([
    [{ kind: 'spike' }, 'Shop: many more visitors than usual', 'Shop: visitors are as usual again'],
    [{ kind: 'drop', span: 'day' }, 'Shop: far fewer visitors than usual', 'Shop: visitors are as usual again'],
    [
      { kind: 'goal', goal: 'signup', count: 1_000 },
      'Shop: the goal “signup” reached 1,000',
      'Shop: the day of the goal “signup” is over',
    ],
    [{ kind: 'silent', hours: 1 }, 'Shop: no events for an hour', 'Shop: events arrive again'],
  ])('says for the rule %j what began and what is over', (rule, started, ended) => {
    expect(messageOf(rule, 'started')).toMatchObject({ heading: started, data: { type: 'alert_started' } })
    expect(messageOf(rule, 'ended')).toMatchObject({ heading: ended, data: { type: 'alert_ended' } })
    for (const transition of ['started', 'ended'] as const) Message.parse(messageOf(rule, transition))
  })

  it('shows the value, the usual value, and instants in the time zone of the product', () => {
    const { intro, sections, link, data } = messageOf({ kind: 'spike' }, 'ended')
    expect(intro).toBe('It began at 20 Nov 2026, 13:05 (Europe/Berlin).')
    expect(sections[0]?.blocks).toEqual([
      { kind: 'figures', figures: [{ label: 'Visitors', value: '300', change: 'usually 100' }] },
      { kind: 'text', text: 'Judged at 20 Nov 2026, 16:05 (Europe/Berlin).' },
    ])
    expect(link?.url).toBe('https://stats.example/products/prd_shop')
    expect(data).toMatchObject({ alert: { id: 'alr_1' }, product: { id: 'prd_shop' }, active_since: SINCE, value: 300 })
  })

  it('says that a value of too few visitors is withheld', () => {
    const [block] = messageOf({ kind: 'drop' }, 'started', null)?.sections[0]?.blocks ?? []
    expect(block).toMatchObject({ figures: [{ value: 'Withheld: too few visitors' }] })
  })
})
