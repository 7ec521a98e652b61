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
      const unwrapped = out.replaceAll(/\s+/g, '')
      for (const scope of SCOPES) expect(unwrapped).toContain(scope)
      for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100)
    }
  })
})
