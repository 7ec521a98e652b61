import { NAMED_PAGES } from '@footfall/operate'
import { describe, expect, it } from 'vitest'
import { commandLine } from '../test-support/command-line.ts'

describe('footfall docs', () => {
  const { footfall, json } = commandLine()

  it('lists the pages of the documentation', async () => {
    const { pages } = await json('docs')
    expect(pages).toEqual(expect.arrayContaining(['README', 'backup', 'how-to/recover-an-account']))
    expect(pages.join()).not.toContain('node_modules')
  })

  it.each(NAMED_PAGES)('prints the page %s, which an error or a help text names', async (page) => {
    const { code, out } = await footfall(`docs ${page}`)
    expect(code).toBe(0)
    expect(out).toMatch(/^# /m)
    expect((await json(`docs ${page}.md`)).page).toBe(page)
  })

  it.each(['nothing', '../package', '../../etc/passwd'])('reports the unknown page %s by its name', async (page) => {
    const { code, err } = await footfall(`docs ${page}`)
    expect({ code, err }).toEqual({
      code: 1,
      err: `footfall: The page ${page} does not exist; \`footfall docs\` lists them.`,
    })
  })
})
