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

it('chooses the visits that reached a goal or had an event, so that every metric says something', () => {
  const visits = (dimension: string, value: string) => [{ ...is(dimension, value), scope: 'visit' }]
  expect(choiceOfRow('goal', { key: 'Signup' }, []).filters).toEqual(visits('goal', 'Signup'))
  expect(choiceOfRow('event', { key: 'Download' }, []).filters).toEqual(visits('event', 'Download'))
  expect(choiceOfRow('property:plan', { key: 'pro' }, []).filters).toEqual(visits('property:plan', 'pro'))
  expect(choiceOfRow('page', { key: '/' }, []).filters).toEqual([is('page', '/')])
})
