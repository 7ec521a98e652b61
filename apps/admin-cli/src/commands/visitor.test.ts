import { describe, expect, it } from 'vitest'
import { commandLine } from '../test-support/command-line.ts'

describe('footfall visitor', () => {
  const { footfall } = commandLine()

  it('erases and exports without a running service, and rejects an unknown product and a name of 256 characters', async () => {
    await footfall('account create --email ada@example.com --name Ada')
    const made = await footfall('product create --account ada@example.com --name Shop --json')
    const product: string = JSON.parse(made.out).product.id
    const visitor = `--product ${product} --visitor u-1`
    const exported = await footfall(`visitor export ${visitor} --json`)
    expect(JSON.parse(exported.out)).toEqual({ events: [] })
    const erased = await footfall(`visitor erase ${visitor} --json`)
    expect(JSON.parse(erased.out)).toEqual({ events: 0, visits: 0 })
    const byName = await footfall('visitor export --product shop --visitor u-1 --json')
    expect(JSON.parse(byName.out)).toEqual({ events: [] })
    expect(await footfall('visitor erase --product prd_none --visitor u-1')).toMatchObject({ code: 1 })
    expect(await footfall(`visitor erase --product ${product} --visitor ${'x'.repeat(256)}`)).toMatchObject({ code: 2 })
  })
})
