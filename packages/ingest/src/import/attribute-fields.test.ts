import { VISIT_ATTRIBUTES } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { STAGED_ATTRIBUTES } from './attribute-fields.ts'

it('a staged row holds every attribute of a visit once', () => {
  expect(STAGED_ATTRIBUTES.toSorted()).toEqual(VISIT_ATTRIBUTES.toSorted())
})
