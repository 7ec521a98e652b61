import { SCOPES } from '@footfall/operations'
import { describe, expect, it } from 'vitest'
import { table } from './terminal.ts'
import { commandLine } from './test-support/command-line.ts'

describe('a table', () => {
  const head = ['ID', 'NAME', 'SCOPES']
  const rows = [
    ['tok_1', 'laptop', 'analytics:read,tokens:read'],
    ['tok_2', 'CI', 'analytics:read'],
  ]
  const asTable = [
    'ID     NAME    SCOPES',
    'tok_1  laptop  analytics:read,tokens:read',
    'tok_2  CI      analytics:read',
  ].join('\n')

  it('aligns the columns of a table if the terminal is wide enough or standard output is not a terminal', () => {
    expect(table({ columns: 41 }, head, rows, 'None.')).toBe(asTable)
    expect(table({ columns: undefined }, head, rows, 'None.')).toBe(asTable)
  })

  it('shows each row as a block of lines if a table is wider than the terminal, and wraps values', () => {
    expect(table({ columns: 26 }, head, rows, 'None.').split('\n')).toEqual([
      'tok_1',
      '  NAME    laptop',
      '  SCOPES  analytics:read,',
      '          tokens:read',
      '',
      'tok_2',
      '  NAME    CI',
      '  SCOPES  analytics:read',
    ])
  })
})

describe('output on a terminal of 100 columns', () => {
  const { footfall, json } = commandLine()

  it('every line about a token with all scopes fits into 100 columns', async () => {
    await json('account create --email ada@example.com --name Ada')
    const create = `token create --account ada@example.com --name laptop --scopes ${SCOPES.join(',')} --products all`
    const { token } = await json(create)
    for (const command of ['token list', 'token tree', `token inspect ${token.id}`]) {
      const { out } = await footfall(command, { columns: 100 })
      for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100)
    }
    const inspected = await footfall(`token inspect ${token.id}`, { columns: 100 })
    const unwrapped = inspected.out.replaceAll(/\s+/g, '')
    for (const scope of SCOPES) expect(unwrapped).toContain(scope)
  })

  it('lists of tokens shorten more than three scopes', async () => {
    await json('account create --email ada@example.com --name Ada')
    const create = (scopes: readonly string[]) =>
      json(`token create --account ada@example.com --name x --scopes ${scopes.join(',')} --products all`)
    await create(SCOPES)
    await create(SCOPES.slice(0, 3))
    await create(SCOPES.slice(0, 4))
    for (const command of ['token list', 'token tree']) {
      const { out } = await footfall(command)
      expect(out.split('\n').filter((line) => line.startsWith('tok_'))).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/ {2}all(?: |$)/),
          expect.stringContaining(`  ${SCOPES.slice(0, 3).join(',')}`),
          expect.stringContaining(`  ${SCOPES.slice(0, 2).join(',')} and 2 more`),
        ]),
      )
    }
  })
})
