import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { filesOf, ROOT, tableOf, textOf } from './repository.ts'

const TESTS = filesOf('.test.ts')
const ROWS = tableOf(textOf('SECURITY.md'), 'threat')

/** A test file by its path, or several by a pattern. */
function filesNamed(name: string): readonly string[] {
  return name.includes('*') ? globSync(name, { cwd: ROOT }) : TESTS.filter((path) => path === name)
}

describe('the table of threats', () => {
  it.each(ROWS)('%s: the row names tests that exist', (_, holders = '') => {
    const named = [...holders.matchAll(/`([^`]+\.test\.tsx?)`(?:: ((?:“[^”]+”(?:, )?)+))?/g)]
    expect(named.length).toBeGreaterThan(0)
    for (const [, name = '', titles = ''] of named) {
      const files = filesNamed(name)
      expect(`${name}: ${files.length > 0}`).toBe(`${name}: true`)
      for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g)) {
        expect({ title, there: files.some((file) => textOf(file).includes(title)) }).toEqual({ title, there: true })
      }
    }
  })
})
