import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandLine } from '../test-support/command-line.ts'

describe('footfall crawlers update', () => {
  const { footfall, dataDir } = commandLine()

  it('reads lists from a directory, and says what became of each', async () => {
    const from = join(dataDir(), 'lists')
    await mkdir(from, { recursive: true })
    const list = { creationTime: '2026-11-20T10:00:00', prefixes: [{ ipv4Prefix: '192.0.2.0/24' }] }
    await writeFile(join(from, 'gptbot.json'), JSON.stringify(list))
    await writeFile(join(from, 'bingbot.json'), '{"prefixes": []}')
    const done = await footfall(`crawlers update --from ${from}`)
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out).toMatch(/^gptbot +renewed: 1 network, published on 2026-11-20$/m)
    expect(done.out).toMatch(/^bingbot +not available: the list is empty$/m)
    expect(done.out).toContain('A running service reads it within 30 seconds.')
    const file = JSON.parse(await readFile(join(dataDir(), 'crawlers.json'), 'utf8'))
    expect(file.lists.gptbot.prefixes).toEqual(['192.0.2.0/24'])
    const again = JSON.parse((await footfall(`crawlers update --from ${from} --json`)).out)
    expect(again.lists).toContainEqual({
      ...{ list: 'gptbot', state: 'unchanged', published: '2026-11-20', prefixes: 1 },
    })
  })

  it('fails where no list can be fetched, and rejects an unknown option', async () => {
    const from = join(dataDir(), 'nothing')
    expect(await footfall(`crawlers update --from ${from}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('The lists of crawlers were not updated: no list could be fetched'),
    })
    expect(await footfall('crawlers update --provider other')).toMatchObject({ code: 2 })
  })
})
