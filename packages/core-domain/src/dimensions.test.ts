import { describe, expect, it } from 'vitest'
import { isWrittenByVisitors } from './dimension-lists.ts'
import { Dimension } from './dimensions.ts'

const messageFor = (name: string) => Dimension.safeParse(name).error?.issues.map(({ message }) => message)

describe('a dimension', () => {
  it('that no service has is refused with a pointer to the catalog', () => {
    expect(messageFor('color')).toEqual(['"color" is not a dimension; the catalog lists them'])
  })

  it.each(['browser', 'browser_version'] as const)(
    '%s can hold words of the user agent, so visitors wrote it',
    (name) => {
      expect(isWrittenByVisitors(name)).toBe(true)
    },
  )
})
