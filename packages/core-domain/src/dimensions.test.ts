import { describe, expect, it } from 'vitest'
import { isWrittenByVisitors } from './dimension-lists.ts'
import { Dimension } from './dimensions.ts'

const messageFor = (name: string) => Dimension.safeParse(name).error?.issues.map(({ message }) => message)

describe('a dimension', () => {
  it('rejects an unknown dimension with a pointer to the catalog', () => {
    expect(messageFor('color')).toEqual(['"color" is not a dimension; the catalog lists them'])
  })

  it.each(['browser', 'browser_version'] as const)(
    '%s can contain words of the user agent, so it counts as text of visitors',
    (name) => {
      expect(isWrittenByVisitors(name)).toBe(true)
    },
  )
})
