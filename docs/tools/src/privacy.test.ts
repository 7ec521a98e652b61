import { EVENTS } from '@footfall/warehouse'
import { describe, expect, it } from 'vitest'
import { tableOf, textOf } from './repository.ts'

const PAGE = textOf('docs/privacy.md')
const COLUMNS = EVENTS.columns.split('\n').flatMap((line) => /^\s*(\w+) /.exec(line)?.[1] ?? [])

describe('the page about privacy', () => {
  it('lists every field of an event that the schema has, and no other', () => {
    expect(COLUMNS).toEqual(expect.arrayContaining(['product_id', 'country', 'evidence']))
    const listed = tableOf(PAGE, 'field').flatMap(([cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    )
    expect(listed.toSorted()).toEqual(COLUMNS.toSorted())
  })
})
