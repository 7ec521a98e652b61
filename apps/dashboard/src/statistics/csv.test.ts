import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('writes cells with commas, quotes and line breaks so that a reader restores them', () => {
  expect(toCsv([['a,b', 'say "hi"', 'x\ny', 3, null]])).toBe('"a,b","say ""hi""","x\ny",3,\r\n')
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'])('keeps a spreadsheet from computing the cell %j', (text) => {
  expect(toCsv([[text]])).toBe(`'${text}\r\n`)
})

it.each([
  ['/a;=1+1', "/a;'=1+1"],
  ['/a; @SUM(A1)', "/a; '@SUM(A1)"],
])('keeps a spreadsheet that ends cells at a semicolon from computing %j', (text, safe) => {
  expect(toCsv([[text]])).toBe(`${safe}\r\n`)
})

it('leaves negative numbers unchanged in CSV', () => {
  expect(toCsv([[-0.25]])).toBe('-0.25\r\n')
})
