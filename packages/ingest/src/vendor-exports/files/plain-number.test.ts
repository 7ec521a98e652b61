import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimalNumber, wholeNumber } from './plain-number.ts'

const place = { entry: 'visitors.csv', line: 7 }
const whole = (cell: string) => wholeNumber(cell, place, 'visits')
const decimal = (cell: string) => decimalNumber(cell, place, 'seconds')
const LOCALES = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'ar-EG', 'hi-IN-u-nu-deva', 'pt-BR']

it('reads back every whole number that is written in plain digits', () => {
  fc.assert(fc.property(fc.nat({ max: 999_999_999_999_999 }), (number) => whole(String(number)) === number))
})

it('rejects a whole number with the digit groups of any locale, naming entry, line and column', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 999_999_999 }), fc.constantFrom(...LOCALES), (number, locale) => {
      const written = number.toLocaleString(locale, { useGrouping: 'always' })
      fc.pre(written !== String(number))
      expect(() => whole(written)).toThrow(/^visitors\.csv line 7: visits: must be a number of plain digits/)
    }),
  )
})

it('rejects any text that is not plain digits', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/^\d{1,15}$/.test(text))
      expect(() => whole(text)).toThrow(/plain digits/)
    }),
  )
})

it.each(['1,234', '1.234', '12 %', '12%', '1e3', '-1', '+1', ' 1', '1 234', '0x10', '', 'NaN', '١٢'])(
  'rejects %j as a whole number',
  (cell) => {
    expect(() => whole(cell)).toThrow(/plain digits/)
  },
)

it('reads a fraction after a point and rejects one after a comma', () => {
  expect(decimal('12.5')).toBe(12.5)
  expect(decimal('12')).toBe(12)
  for (const cell of ['12,5', '1.234.567', '12 %', '.5', '5.', '1,234.5', '1e-3'])
    expect(() => decimal(cell), cell).toThrow(/plain digits/)
})
