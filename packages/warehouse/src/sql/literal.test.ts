import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testEngine } from '../test-support/index.ts'
import {
  array,
  clusterName,
  date,
  dateTime,
  dateTime64,
  float,
  identifier,
  integer,
  joinSql,
  type Sql,
  sql,
  text,
  uint64,
} from './literal.ts'

const engine = testEngine()

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^['"\\`;\-#\n\t\r\0%{}():]*$/),
  fc.constantFrom("'; DROP TABLE events; --", "\\'", '\0', '\u0000\u2028', "') OR 1=1 --", '{x:String}', '🧪', ''),
)

async function one<Row>(statement: Sql): Promise<Row> {
  const rows = await engine.rows<Row>(statement.text)
  if (rows.length !== 1 || rows[0] === undefined) throw new Error(`expected one row, got ${rows.length}`)
  return rows[0]
}

describe('the literal encoder', () => {
  it('returns any strings from the engine exactly as they were inserted, with one row and the requested columns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 20 }), fc.integer(), async (strings, marker) => {
        const items = strings.map(text)
        const row = await one<Record<string, unknown>>(
          sql`SELECT ${array(items, 'String')} AS list, ${items[0] ?? text('')} AS first, ${integer(marker)} AS marker`,
        )
        const wellFormed = strings.map((value) => value.toWellFormed())
        expect(Object.keys(row)).toEqual(['list', 'first', 'marker'])
        expect(row).toEqual({ list: wellFormed, first: wellFormed[0], marker: expect.anything() })
        expect(Number(row.marker)).toBe(marker)
      }),
      { numRuns: 200 },
    )
  })

  it('writes strings with only hexadecimal digits between their quotes', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        expect(text(value).text).toMatch(/^unhex\('[0-9a-f]*'\)$/)
      }),
    )
  })

  it('returns numbers, days and instants exactly', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.maxSafeInteger(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn }),
        fc.integer({ min: 0, max: 4_000_000_000_000 }),
        async (whole, real, id, epochMs) => {
          const day = new Date(epochMs).toISOString().slice(0, 10)
          const row = await one<Record<string, string | number>>(
            sql`SELECT 0-${integer(whole)} AS whole, ${float(real)} AS real, toString(${uint64(id)}) AS id, toString(${integer(id)}) AS bare,
              toUnixTimestamp64Milli(${dateTime64(epochMs)}) AS ms, toUnixTimestamp(${dateTime(epochMs)}) AS s,
              toString(${date(day)}) AS day, ${array([], 'Int64')} AS none`,
          )
          expect(Number(row.whole)).toBe(0 - whole)
          expect(Number(row.real)).toBe(real === 0 ? Number(row.real) : real)
          expect([row.id, row.bare]).toEqual([String(id), String(id)])
          expect(Number(row.ms)).toBe(epochMs)
          expect(Number(row.s)).toBe(Math.floor(epochMs / 1000))
          expect(row.day).toBe(day)
          expect(row.none).toEqual([])
        },
      ),
      { numRuns: 100 },
    )
  })

  it('rejects a value that is not of the type of the literal', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) expect(() => float(value)).toThrow(TypeError)
    for (const value of [1.5, 2 ** 53, Number.NaN, 1n << 64n, -(1n << 63n) - 1n])
      expect(() => integer(value)).toThrow(TypeError)
    for (const value of ['-1', '1e3', '18446744073709551616', '', "1'"]) expect(() => uint64(value)).toThrow(TypeError)
    for (const value of ["2026-01-01'", '2026-1-1', '2026-01-01 ', '']) expect(() => date(value)).toThrow(TypeError)
    for (const value of ['a b', 'a;', '`a`', 'A', '']) expect(() => identifier(value)).toThrow(TypeError)
    for (const value of ['a b', 'a;', '`a`', "a'", 'a-b', '1a', '']) expect(() => clusterName(value)).toThrow(TypeError)
  })

  it('rejects bare strings: a placeholder accepts only encoded SQL', () => {
    // @ts-expect-error a string is not SQL
    expect(() => sql`SELECT ${'1'}`.text.length).not.toThrow()
    expect(joinSql([sql`1`, sql`2`], ', ').text).toBe('1, 2')
  })
})
