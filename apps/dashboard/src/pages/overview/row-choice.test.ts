import { expect, it } from 'vitest'
import { choiceOfRow } from './row-choice.ts'

const is = (dimension: string, value: string) => ({ dimension, operator: 'is', values: [value] })

it('filters by the chosen row, and shows the regions of a country and the cities of a region', () => {
  expect(choiceOfRow('country', { key: 'DE' }, [])).toEqual({
    filters: [is('country', 'DE')],
    all: undefined,
    places: 'region',
  })
  expect(choiceOfRow('region', { key: 'DE-BY' }, [])).toMatchObject({ places: 'city' })
})

it('filters by region and country of a chosen city too', () => {
  const { filters } = choiceOfRow('city', { key: 'Munich', keys: ['Munich', 'DE-BY', 'DE'] }, [])
  expect(filters).toEqual([is('country', 'DE'), is('region', 'DE-BY'), is('city', 'Munich')])
})

it('stays among the countries when the row without a country is chosen', () => {
  expect(choiceOfRow('country', { key: '' }, [])).not.toHaveProperty('places')
})
