import type { Dimension } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { labelOf } from './labels.ts'

it.each<[Dimension, string, string | undefined]>([
  ['country', 'DE', 'Germany'],
  ['region', 'US-CA', 'California'],
  ['region', 'DE-BY', 'Bayern'],
  ['region', 'Land Berlin', undefined],
  ['region', '', undefined],
  ['city', 'Berlin', undefined],
  ['weekday', '1', 'Monday'],
  ['weekday', '7', 'Sunday'],
  ['hour_of_day', '1', undefined],
])('a row by %s with the key %j has the label %j', (dimension, key, label) => {
  expect(labelOf(dimension, key, { goals: [] })).toBe(label)
})
