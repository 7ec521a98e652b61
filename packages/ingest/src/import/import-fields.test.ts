import { describe, expect, it } from 'vitest'
import { checkEvent } from './check-event.ts'
import { importFields } from './import-fields.ts'
import { ImportedEvent } from './imported-event.ts'

describe('the list of import fields', () => {
  it('the list of import fields contains exactly the fields of the schema', () => {
    expect(
      importFields()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(ImportedEvent.shape).sort())
  })

  it('states which fields are required', () => {
    const row = { timestamp: '2026-03-01T12:00:00Z', name: 'pageview', url: 'https://example.com/', visitor: 'v' }
    for (const { name, required } of importFields()) {
      if (name === 'visitor') continue
      const without = Object.fromEntries(Object.entries(row).filter(([field]) => field !== name))
      expect(`${name} ${checkEvent(without).ok}`).toBe(`${name} ${!required}`)
    }
  })

  it('states the type, unit and limits of each field', () => {
    const types = Object.fromEntries(importFields().map(({ name, type }) => [name, type]))
    expect(types.engaged_ms).toBe('whole number from 0 to 86,400,000, milliseconds')
    expect(types.url).toBe('text, at most 2,048 characters')
    for (const { type, description, csv, parquet } of importFields())
      for (const words of [type, description, csv, parquet]) expect(words).toMatch(/\w/)
  })
})
