import { InvalidRequest, TOOLSETS } from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { readAddress } from './read-ceiling.ts'

const readCeilingOf = (url: string, names: readonly string[]) => readAddress(url, names).ceiling
const readCeiling = (url: string) => readCeilingOf(url, TOOLSETS)

const errorsOf = (query: string) => {
  try {
    readCeiling(`/api/mcp?${query}`)
  } catch (error) {
    if (error instanceof InvalidRequest) return error.errors
    throw error
  }
  return []
}

describe('the ceiling in the address', () => {
  it('reads no ceiling from an address without parameters', () => {
    for (const url of ['/api/mcp', '/api/mcp?', '/api/mcp?&'])
      expect(readCeiling(url)).toEqual({ toolsets: null, readOnly: false })
  })

  it('decodes at most 500 parameters, of which none is looked up among the others again', () => {
    const queryOf = (count: number) => Array.from({ length: count }, (_, i) => `p${i}`).join('&')
    expect(errorsOf(queryOf(501))).toEqual([{ path: 'query', message: 'must have at most 500 parameters' }])
    expect(errorsOf(queryOf(500))[0]).toEqual({ path: 'p0', message: 'is not a known parameter' })
  })

  it('accepts toolsets in any order, and 1 or true for read-only', () => {
    expect(readCeiling('/api/mcp?toolset=team,analytics')).toEqual({
      toolsets: new Set(['analytics', 'team']),
      readOnly: false,
    })
    expect(readCeiling('/api/mcp?readonly=1')).toEqual({ toolsets: null, readOnly: true })
    expect(readCeiling('/?readonly=true&toolset=tokens%2Csettings')).toEqual({
      toolsets: new Set(['tokens', 'settings']),
      readOnly: true,
    })
    expect(readCeiling(`/api/mcp?toolset=${TOOLSETS.join(',')}`).toolsets).toEqual(new Set(TOOLSETS))
  })

  it.each([
    ['toolset'],
    ['toolset='],
    ['toolset=,'],
    ['toolset=analytics,'],
    ['toolset=,analytics'],
    ['toolset=analytics,,team'],
    ['toolset=Analytics'],
    ['toolset=all'],
    ['toolset=*'],
    ['toolset=analytics;team'],
    ['toolset=analytics, team'],
    ['toolset=analytics+team'],
    ['toolset=analytics%00'],
    ['toolset=%E0%A4%A'],
    ['toolset=toString'],
    ['toolset=analytics&toolset=team'],
    ['toolset=analytics&toolset=analytics'],
    ['toolset=analytics,analytics'],
  ])('rejects %s and names the parameter toolset', (query) => {
    expect(errorsOf(query)).toMatchObject([{ path: 'toolset' }])
  })

  it.each([['readonly'], ['readonly='], ['readonly=0'], ['readonly=false'], ['readonly=TRUE'], ['readonly=yes']])(
    'rejects %s and names the parameter readonly',
    (query) => {
      expect(errorsOf(query)).toMatchObject([
        { path: 'readonly', message: expect.stringMatching(/^must be 1, true, or/) },
      ])
    },
  )

  it('makes single toolsets read-only', () => {
    expect(readCeiling('/api/mcp?readonly=settings,team').readOnly).toEqual(new Set(['settings', 'team']))
    expect(errorsOf('readonly=settings,settings')).toMatchObject([{ path: 'readonly' }])
    expect(errorsOf('readonly=1,settings')).toMatchObject([{ path: 'readonly' }])
    expect(() => readCeilingOf('/mcp?readonly=settings', [])).toThrow('readonly: must be 1 or true, or absent')
  })

  it('reads the form of answers, and rejects any other by name', () => {
    expect(readAddress('/api/mcp?answers=text', TOOLSETS).answers).toBe('text')
    expect(readAddress('/api/mcp?answers=both', []).answers).toBe('both')
    expect(readAddress('/api/mcp?readonly=1', TOOLSETS).answers).toBeUndefined()
    for (const query of [
      'answers',
      'answers=',
      'answers=json',
      'answers=Text',
      'answers=text,both',
      'answers=text&answers=text',
    ])
      expect({ query, errors: errorsOf(query) }).toMatchObject({ errors: [{ path: 'answers' }] })
  })

  it('rejects a parameter that is given more than once, whatever its values', () => {
    expect(errorsOf('readonly=1&readonly=1')).toEqual([{ path: 'readonly', message: 'is given more than once' }])
  })

  it('rejects unknown parameters, all by name, and suggests a similar one', () => {
    expect(errorsOf('toolsets=analytics')).toEqual([
      { path: 'toolsets', message: 'is not a known parameter', did_you_mean: ['toolset'] },
    ])
    expect(errorsOf('ReadOnly=1&x=2&__proto__=3').map(({ path }) => path)).toEqual(['ReadOnly', 'x', '__proto__'])
  })

  it('accepts no toolset in the address of a host without toolsets', () => {
    expect(readCeilingOf('/mcp?readonly=1', [])).toEqual({ toolsets: null, readOnly: true })
    expect(() => readCeilingOf('/mcp?toolset=analytics', [])).toThrow('toolset: is not a known parameter')
  })
})
