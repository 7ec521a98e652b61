import type { Language, LocalDate } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { messageWords } from '../../messages/message-words.ts'
import { metricInWords } from './metrics-in-words.ts'

const words = messageWords('en')

const visitors = { metric: 'visitors', unit: 'count', state: 'available', reason: null, value: 1234 } as const

describe('metrics in words', () => {
  it.each([
    [0.112, '+11.2%', 'better'],
    [-0.5, '−50%', 'worse'],
    [0.0001, 'unchanged', 'neutral'],
  ] as const)('describes a change of %d as %s', (change, text, trend) => {
    expect(metricInWords(words, { ...visitors, previous: 1000, change })).toEqual({
      label: 'Visitors',
      value: '1,234',
      change: text,
      trend,
    })
  })

  it('says why a metric has no change', () => {
    expect(metricInWords(words, { ...visitors, previous: 0, change: null }).change).toBe('was 0')
    expect(metricInWords(words, { ...visitors, previous: null, change: null }).change).toBe('nothing to compare with')
  })

  it('describes a rising bounce rate as worse', () => {
    const rate = { ...visitors, metric: 'bounce_rate', unit: 'ratio', value: 0.5 } as const
    expect(metricInWords(words, { ...rate, previous: 0.4, change: 0.25 })).toMatchObject({
      value: '50%',
      trend: 'worse',
    })
  })

  it('a share changes in percentage points, in the words of the language', () => {
    const rate = { ...visitors, metric: 'bounce_rate', unit: 'ratio', value: 0.5 } as const
    const changeIn = (language: Language, previous: number) =>
      metricInWords(messageWords(language), { ...rate, previous, change: (0.5 - previous) / previous }).change
    expect(changeIn('en', 0.4)).toBe('+10 pp')
    expect(changeIn('en', 0.5001)).toBe('unchanged')
    expect(changeIn('de', 0.512)).toBe('−1,2 PP')
    expect(changeIn('fr', 0.4)).toBe('+10 pt')
  })

  it('describes a state in words, never as zero', () => {
    const withheld = { ...visitors, state: 'withheld', reason: 'below_suppression_threshold', value: null } as const
    expect(metricInWords(words, withheld)).toEqual({ label: 'Visitors', value: 'Withheld: too few visitors' })
    const untracked = { ...visitors, state: 'unavailable', reason: 'metric_not_collected', value: null } as const
    expect(metricInWords(words, untracked).value).toBe('Not tracked yet')
  })

  it('uses only plain spaces in dates and in amounts of any currency', () => {
    const range = words.days({ from: '2026-11-16' as LocalDate, to: '2026-11-22' as LocalDate })
    expect(range).toBe('16 – 22 Nov 2026')
    for (const currency of ['EUR', 'CHF', 'JPY', 'XOF']) expect(words.money(1234.5, currency)).not.toMatch(/[^\S ]/)
  })
})
