import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CurrencyCode } from './entities/common.ts'
import { InvalidRequest } from './errors.ts'
import { Filters } from './statistics.ts'
import { checkInput, parseElements, parseInput } from './validation.ts'

const Input = z.strictObject({
  name: z.string().min(1).max(3).optional(),
  own: z.string().min(1, 'needs a text').optional(),
  size: z.int().min(1).max(200).optional(),
  kind: z.enum(['page', 'event', 'goal']).optional(),
  steps: z.array(z.string()).min(2).max(3).optional(),
  currency: CurrencyCode.optional(),
  flag: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  list: z.union([z.string(), z.array(z.string())]).optional(),
  filters: Filters.optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  ip: z.union([z.ipv4(), z.ipv6()]).optional(),
  headers: z.record(z.string().regex(/^[a-z]+$/, 'must be in lower case'), z.string()).optional(),
  rule: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('spike'), percent: z.int().min(10) }),
      z.strictObject({ kind: z.literal('drop') }),
      z.strictObject({ kind: z.literal('silent') }),
    ])
    .optional(),
})

function errorsOf(schema: z.ZodType, input: unknown) {
  try {
    parseInput(schema, input)
  } catch (error) {
    if (error instanceof InvalidRequest) return error.errors.map(({ path, message }) => `${path} ${message}`)
    throw error
  }
  return []
}

it.each([
  [{ name: '' }, 'name must not be empty'],
  [{ name: 'four' }, 'name must have at most 3 characters'],
  [{ name: 1 }, 'name must be a string'],
  [{ name: [] }, 'name must be a string'],
  [{ own: '' }, 'own needs a text'],
  [{ size: 0 }, 'size must be at least 1'],
  [{ size: 201 }, 'size must be at most 200'],
  [{ size: 1.5 }, 'size must be a whole number'],
  [{ size: 'x' }, 'size must be a number'],
  [{ kind: 'url' }, 'kind must be one of page, event, goal'],
  [{ steps: ['a'] }, 'steps must hold at least 2 entries'],
  [{ steps: ['a', 'b', 'c', 'd'] }, 'steps must hold at most 3 entries'],
  [{ steps: 'a' }, 'steps must be an array'],
  [{ currency: 'euro' }, 'currency must be an ISO 4217 code such as EUR'],
  [{ currency: 'XXY' }, 'currency is not a known ISO 4217 currency'],
  [{ flag: 'yes' }, 'flag must be true or false'],
  [{ list: 5 }, 'list must be a string, or must be an array'],
  [{ at: 'noon' }, 'at must be an RFC 3339 date-time such as 2026-03-01T12:00:00Z'],
  [{ ip: '1.2.3' }, 'ip must be an IPv4 address, or must be an IPv6 address'],
  [{ headers: { Host: 'a' } }, 'headers.Host must be in lower case'],
  [{ headers: { host: 1 } }, 'headers.host must be a string'],
  [{ rule: 5 }, 'rule must be an object'],
  [{ rule: {} }, 'rule.kind is required'],
  [{ rule: { kind: 'spke' } }, 'rule.kind must be one of spike, drop, silent'],
  [{ rule: { kind: 'spike', percent: 1 } }, 'rule.percent must be at least 10'],
  [{ filters: {} }, 'filters must be an array'],
  [{ filters: [1] }, 'filters.0 must be an object'],
  [{ filters: [{ dimension: 'page', operator: 'is', values: [] }] }, 'filters.0.values must not be empty'],
  [{ filters: [{ dimension: 'page', values: ['/'] }] }, 'filters.0.operator is required'],
])('explains in plain words what is wrong with %j', (input, message) => {
  expect(errorsOf(Input, input)).toEqual([message])
})

it('names no field if the whole input is invalid', () => {
  expect(new InvalidRequest([{ path: '', message: 'must hold at least one setting' }]).message).toBe(
    'must hold at least one setting',
  )
})

it('reports an absent field as required, whatever type it has', () => {
  expect(errorsOf(Input.required(), {})).toEqual(Object.keys(Input.shape).map((field) => `${field} is required`))
})

it('suggests the kinds closest to an unknown one when alternatives are distinguished by kind', () => {
  expect(checkInput(Input, { rule: { kind: 'spke' } }).errors).toEqual([
    expect.objectContaining({ path: 'rule.kind', did_you_mean: ['spike'] }),
  ])
})

it('does not suggest the given name for a field that another alternative has', () => {
  const Selection = z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('all') }),
    z.strictObject({ mode: z.literal('selected'), ids: z.array(z.string()) }),
  ])
  const { errors } = checkInput(Selection, { mode: 'all', ids: ['prd_1'] })
  expect(errors).toEqual([{ path: 'ids', message: 'is not a known field' }])
})

it('lists at most 50 errors and counts the others', () => {
  const unknown = Object.fromEntries(Array.from({ length: 14_000 }, (_, i) => [`field_${i}`, i]))
  const errors = errorsOf(Input, unknown)
  expect(errors).toHaveLength(51)
  expect(errors.slice(-2)).toEqual(['field_49 is not a known field', ' 13950 more errors'])
  const several = z.array(z.number())
  expect(errorsOf(several, Array(60).fill('x')).slice(-2)).toEqual(['49 must be a number', ' 10 more errors'])
  expect(new InvalidRequest(Array(60).fill({ path: 'a', message: 'is wrong' })).errors).toHaveLength(51)
})

it('rejects a list that is too long before it looks at its elements', () => {
  const filters = Array.from({ length: 5_000 }, () => ({ dimension: 'cuntry' }))
  expect(errorsOf(Input, { filters })).toEqual(['filters must hold at most 20 entries'])
  expect(errorsOf(Input, { filters: [{ any: filters }] })).toEqual(['filters.0.any must hold at most 20 entries'])
})

describe('the elements of a list that are checked in turns', () => {
  const turns = { perTurn: 50, next: async () => {} }
  const element = { name: 'abc', size: 1 }
  const lists: readonly (readonly [string, readonly unknown[]])[] = [
    ['one that is wrong in several ways', [element, { nmae: 'abc', size: 'x', kind: 'pge' }]],
    [
      'hundreds that are wrong',
      Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? element : { naem: 'x', size: i })),
    ],
    ['unknown fields without end', [Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`f${i}`, i]))]],
    ['values of other types', [1, null, 'text', [], element]],
  ]

  it.each(lists)('finds the same errors as in the whole list if it holds %s', async (_, elements) => {
    const whole = checkInput(z.strictObject({ hits: z.array(Input) }), { hits: elements })
    await expect(parseElements(Input, 'hits', elements, turns)).rejects.toMatchObject({ errors: whole.errors })
  })

  it('returns them as parsed, and gives others a turn after every 50 of them', async () => {
    let read = 0
    const sizes: number[] = []
    const elements = Array.from({ length: 120 }, () => ({
      get name() {
        read++
        return 'abc'
      },
    }))
    const next = async () => {
      sizes.push(read)
      read = 0
    }
    expect(await parseElements(z.object({ name: z.string() }), 'hits', elements, { perTurn: 50, next })).toEqual(
      Array(120).fill({ name: 'abc' }),
    )
    expect([...sizes, read]).toEqual([50, 50, 20])
  })
})
