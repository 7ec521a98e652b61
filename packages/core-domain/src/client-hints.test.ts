import { expect, it } from 'vitest'
import { clientHintsOf } from './client-hints.ts'
import { ClientHints } from './collected.ts'

const headers = (brands: string | undefined, mobile?: string, platform?: string) =>
  clientHintsOf({ brands, mobile, platform })

it('reads the brands, the form and the platform of the headers of client hints', () => {
  expect(headers('"Chromium";v="142", "Brave";v="142", "Not_A Brand";v="99"', '?1', '"Android"')).toEqual({
    brands: ['Chromium 142', 'Brave 142', 'Not_A Brand 99'],
    mobile: true,
    platform: 'Android',
  })
  expect(headers('"Not\\"A;Brand";v="8", "Opera"', '?0')).toEqual({ brands: ['Not"A;Brand 8', 'Opera'], mobile: false })
})

it.each([undefined, '', 'Brave', '"', '"Brave', ';v="1"', '"\\', `"${'x'.repeat(2000)}";v="1"`])(
  'headers without a brand have no hints: %j',
  (brands) => {
    expect(headers(brands, '?1', '"Windows"')).toBeUndefined()
  },
)

it.each([
  ['"Brave";v="1"'.repeat(1000), 'x', '"'.repeat(9000)],
  [`"${'\\"'.repeat(8000)}`, '?1', '""'],
  [`"Brave";v="${'9'.repeat(8000)}"`, '?2', `"${'x'.repeat(65)}"`],
  ['"\u{1f600}";v="1", "\0";v="2", "Brave"', '', '\u202e'],
])('headers of any content give hints within the limits of hints: %j', (brands, mobile, platform) => {
  const hints = headers(brands, mobile, platform)
  if (hints !== undefined) expect(ClientHints.safeParse(hints).error).toBeUndefined()
  expect(hints?.mobile === undefined || mobile === '?1').toBe(true)
})
