import { defaultSettings, ProductId, TimeZone } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { parsedSettings } from './parsed-settings.ts'
import { serializeSettings } from './settings-document.ts'

const UTC = TimeZone.parse('UTC')
const document = serializeSettings(defaultSettings(UTC).preferences)
const ofProduct = (name: string) => ({ product_id: ProductId.parse(`prd_${name}`), timezone: UTC, document })

it('keeps parsed settings up to a number of characters, and forgets what was used longest ago', async () => {
  const parsed = parsedSettings(document.length * 2)
  const read = (name: string) => parsed.parse('preferences', ofProduct(name))
  const [a, b] = [await read('a'), await read('b')]
  expect(await read('a')).toBe(a)
  await read('c')
  expect(await read('a')).toBe(a)
  expect(await read('b')).not.toBe(b)
})

it('parses settings again when their text or the time zone of their product changes', async () => {
  const parsed = parsedSettings()
  const a = await parsed.parse('preferences', ofProduct('a'))
  const timezone = TimeZone.parse('Asia/Tokyo')
  expect(await parsed.parse('preferences', { ...ofProduct('a'), timezone })).toEqual({ ...a, timezone })
  const other = serializeSettings({ ...defaultSettings(UTC).preferences, currency: 'CHF' })
  expect(await parsed.parse('preferences', { ...ofProduct('a'), document: other })).toMatchObject({ currency: 'CHF' })
})
