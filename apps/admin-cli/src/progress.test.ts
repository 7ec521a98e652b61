import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { progressBar } from './progress.ts'
import { commandLine } from './test-support/command-line.ts'

describe('the progress bar', () => {
  const terminal = (drawn: string[], interactive: boolean) => ({
    json: false,
    interactive,
    columns: undefined,
    out: () => {},
    err: () => {},
    draw: (text: string) => drawn.push(text),
  })

  it('shows the share and the current step, and clears the line at the end', () => {
    const drawn: string[] = []
    const bar = progressBar(terminal(drawn, true), () => 0)
    bar.show(0.5, 'Reading: 10 events')
    bar.end()
    expect(drawn).toEqual([`\r\u001b[K${'█'.repeat(12)}${'░'.repeat(12)}  50 % Reading: 10 events`, '\r\u001b[K'])
  })

  it('draws the progress bar at most ten times a second, and once when it is complete', () => {
    const drawn: string[] = []
    let now = 0
    const bar = progressBar(terminal(drawn, true), () => now)
    for (now = 0; now < 1000; now += 10) bar.show(now / 1000, 'Reading')
    expect(drawn).toHaveLength(10)
    bar.show(1, 'Reading')
    expect(drawn.at(-1)).toContain('100 %')
  })

  it('draws no progress bar without a terminal', () => {
    const drawn: string[] = []
    const bar = progressBar(terminal(drawn, false), () => 0)
    bar.show(0.5, 'Reading')
    bar.end()
    expect(drawn).toEqual([])
  })
})

describe('long commands', () => {
  const { dataDir, footfall, json } = commandLine()

  it('draws progress on standard error of a terminal, and never for a pipe or with --json', async () => {
    const demo = await footfall('demo', { interactive: true })
    expect(demo.drawn).toMatch(/░ +0 % .*█ 100 % /s)
    expect(demo.drawn.endsWith('\r\u001b[K')).toBe(true)
    expect(demo.out).not.toContain('█')
    const [, , product] = (await json('demo', { interactive: true })).products
    const file = join(dataDir(), 'history.ndjson')
    const event = { timestamp: '2026-11-01T10:00:00Z', name: 'pageview', url: 'https://example.com/', visitor: 'v1' }
    await writeFile(file, JSON.stringify(event))
    const runs = {
      watched: await footfall(`import ${file} --product ${product.id}`, { interactive: true }),
      piped: await footfall(`import ${file} --product ${product.id}`),
      script: await footfall(`import ${file} --product ${product.id} --json`, { interactive: true }),
    }
    expect(runs.watched.drawn).toContain('Reading: ')
    expect(runs.watched.out).toMatch(/^Imported 1 event from 2026-11-01 to 2026-11-01 in/)
    expect([runs.piped.drawn, runs.script.drawn]).toEqual(['', ''])
  })
})
