import { expect, it } from 'vitest'
import { topMovers } from './movers.ts'

const mover = (key: string, visitors: number, previous: number) => ({ key, visitors, previous, change: null })
const NONE = { page: [], source: [], country: [], utm_campaign: [] }

it('shows what changed most first, whether it gained or lost', () => {
  const movers = { ...NONE, page: [mover('/a', 5, 1), mover('/b', 0, 90)], source: [mover('Google', 60, 10)] }
  expect(topMovers(movers).map(({ dimension, key }) => `${dimension} ${key}`)).toEqual([
    'page /b',
    'source Google',
    'page /a',
  ])
})

it('shows five movers at most, and none of campaigns, which the sources have already', () => {
  const many = Array.from({ length: 9 }, (_, at) => mover(`/${at}`, at, 0))
  expect(topMovers({ ...NONE, page: many, utm_campaign: [mover('spring', 1000, 0)] }).map(({ key }) => key)).toEqual([
    '/8',
    '/7',
    '/6',
    '/5',
    '/4',
  ])
})

it('leaves out a mover whose name was cut, since nothing has that name', () => {
  const cut = { ...mover(`/${'x'.repeat(99)}…`, 50, 0), shortened: true as const }
  expect(topMovers({ ...NONE, page: [cut] })).toEqual([])
})

it('shows nothing where nothing changed', () => {
  expect(topMovers(NONE)).toEqual([])
})
