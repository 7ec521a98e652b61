import { LANGUAGES, type Language, Message, type ProductId, TimeZone, timestamp } from '@footfall/core-domain'
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
  language: Language = 'en',
) {
  const evaluation = { at: timestamp(Date.parse('2026-11-20T15:05:00Z')), problem: null, value, usual }
  const alert = { id: 'alr_1' as never, name: 'Watch', rule: AlertRule.parse(rule) }
  return alertMessage({ alert, product, transition, evaluation, since: SINCE }, 'https://stats.example', language)
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
      { kind: 'text', text: 'Checked at 20 Nov 2026, 16:05 (Europe/Berlin).' },
    ])
    expect(link?.url).toBe('https://stats.example/products/prd_shop')
    expect(data).toMatchObject({ alert: { id: 'alr_1' }, product: { id: 'prd_shop' }, active_since: SINCE, value: 300 })
  })

  it('says everything in the language of its reader', () => {
    const said = messageOf({ kind: 'goal', goal: '🎯 عربي', count: 1_000 }, 'started', 1_000, null, 'de')
    expect(said).toMatchObject({
      language: 'de',
      heading: 'Shop: Ziel „🎯 عربي“ hat 1.000 erreicht',
      intro: 'Wird einmal am Tag gesendet, wenn das Ziel 1.000 Conversions hat.',
      link: { label: 'Dashboard öffnen' },
    })
    expect(said.sections[0]?.blocks.at(-1)).toEqual({
      kind: 'text',
      text: 'Geprüft am 20.11.2026, 16:05 (Europe/Berlin).',
    })
  })

  it.each(LANGUAGES)('every rule has a message in %s', (language) => {
    for (const kind of ['spike', 'drop'])
      for (const span of ['hour', 'day']) expect(messageOf({ kind, span }, 'ended', 1, 2, language).intro).not.toBe('')
    for (const measure of ['errors', 'lcp', 'cls'])
      for (const span of ['hour', 'day'])
        expect(messageOf({ kind: 'errors', measure, span, limit: 2 }, 'started', 3, null, language).intro).not.toBe('')
    expect(messageOf({ kind: 'silent', hours: 3 }, 'started', 0, 40, language).heading).toMatch(/3/)
  })

  it('says that a value of too few visitors is withheld', () => {
    const [block] = messageOf({ kind: 'drop' }, 'started', null)?.sections[0]?.blocks ?? []
    expect(block).toMatchObject({ figures: [{ value: 'Withheld: too few visitors' }] })
  })
})
