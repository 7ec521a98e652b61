import { describe, expect, it } from 'vitest'
import { TOOLS } from '../footfall/tools.ts'
import { readArguments } from './arguments.ts'

const operationOf = (name: string) => {
  const found = TOOLS.find(({ operation }) => operation.name === name)
  if (found === undefined) throw new Error(`There is no tool ${name}.`)
  return found.operation
}
const queryOf = (name: string, given: Record<string, unknown>) => readArguments(operationOf(name), given).raw.query

describe('the arguments of a tool that reads', () => {
  const filters = [{ dimension: 'page', operator: 'is', values: ['/'] }]
  const steps = [
    { kind: 'page', match: '/' },
    { kind: 'event', match: 'Signup' },
  ]

  it('accepts a list as the JSON text that REST accepts', () => {
    expect(queryOf('service_analytics_query', { metric: 'visitors', filters: JSON.stringify(filters) })).toEqual({
      metric: 'visitors',
      filters,
    })
    expect(queryOf('service_funnels_list', { steps: ` ${JSON.stringify(steps)}` })).toEqual({ steps })
  })

  it.each([
    ['text that is not JSON', { filters: '[{' }],
    ['text where text is expected', { metric: '["visitors","visits"]', product: '[1]' }],
    ['a list', { filters }],
    ['an unknown argument', { nothing: '[1]' }],
  ])('leaves arguments unchanged that are %s', (_, given) => {
    expect(queryOf('service_analytics_query', given)).toEqual(given)
  })
})

it('rejects an argument of a path that is not text by name, like one that is missing', () => {
  const { raw } = readArguments(operationOf('service_tokens_revoke'), { token_id: 5 })
  expect(raw.undecodable?.errors).toEqual([{ path: 'token_id', message: 'must be a string' }])
})
