import { settingList } from '@footfall/config'
import { ERROR_CODES } from '@footfall/core-domain'
import { OPERATIONS, PROBLEM_STATUS } from '@footfall/operations'
import { describe, expect, it } from 'vitest'
import { generatedPages } from './pages.ts'
import { filesOf, tableOf, textOf } from './repository.ts'

describe('the reference', () => {
  it.each([...generatedPages()])('%s is what `pnpm generate` generates from the code', (path, text) => {
    expect(textOf(`docs/${path}`)).toBe(text)
  })

  it('the reference has every operation with its scope, its input, its output and its errors', () => {
    const page = textOf('docs/reference/operations.md')
    const sections = page.split(/^### /m).slice(1)
    for (const { name, scope, method, path, params } of OPERATIONS) {
      const section = sections.find((text) => text.startsWith(`${name}\n`)) ?? ''
      expect(section).toContain(`\`${method} ${path}\``)
      expect(section).toContain(`\`${scope}\``)
      expect(section).toMatch(/```ts\n[{[]/)
      expect(section).not.toContain('undefined')
      for (const field of Object.keys(params.shape)) expect(section).toContain(`\`${field}\``)
    }
  })
})

it.each(filesOf('.md').filter((path) => !/^docs\/reference\/|CHANGELOG|^bench\/results/.test(path)))(
  '%s does not state how many operations exist',
  (page) => {
    const counts = [...textOf(page).matchAll(/(\d+) (?:operations|tools|routes)\b/g)].map(([, count]) => Number(count))
    expect(counts).not.toContain(OPERATIONS.length)
  },
)

describe('docs/configuration.md', () => {
  const rows = tableOf(textOf('docs/configuration.md'), 'variable')
  const unquoted = (cell: string) => cell.replaceAll('`', '')

  it('the configuration page has every setting of the schema, and no other', () => {
    expect(rows.map(([variable = '']) => unquoted(variable)).sort()).toEqual(
      settingList()
        .map(({ variable }) => variable)
        .sort(),
    )
  })

  it('the configuration page has the defaults of the schema, and describes each setting', () => {
    const documented = new Map(rows.map(([variable = '', fallback = '']) => [unquoted(variable), unquoted(fallback)]))
    for (const { variable, fallback } of settingList()) {
      // A setting without a default may follow from others, which the page explains in a sentence.
      if (fallback !== undefined)
        expect(`${variable} ${documented.get(variable)?.split(',')[0]}`).toBe(`${variable} ${fallback}`)
    }
    for (const [variable, , meaning = ''] of rows) expect(`${variable} ${meaning.length > 10}`).toBe(`${variable} true`)
  })
})

describe('docs/errors.md', () => {
  it('the page of errors has every code with its status', () => {
    const documented = tableOf(textOf('docs/errors.md'), 'code').map(
      ([code, status]) => `${code?.replaceAll('`', '')} ${status}`,
    )
    expect(documented.sort()).toEqual(ERROR_CODES.map((code) => `${code} ${PROBLEM_STATUS[code].status}`).sort())
  })
})
