import { describe, expect, it } from 'vitest'
import { tableOf, textOf } from './repository.ts'

const PAGE = textOf('docs/sizing.md')
const ROWS = new Map(tableOf(PAGE, 'events a month').map(([name = '', ...cells]) => [name, cells]))
const EVENTS_A_YEAR = [10e3, 1e6, 100e6].map((perMonth) => perMonth * 12)
const BYTES = { MB: 1e6, GB: 1e9 } as const

function bytesIn(cell: string): number {
  const [, number, unit] = /^≈ ([\d.]+) (MB|GB)\b/.exec(cell) ?? []
  return unit === 'MB' || unit === 'GB' ? Number(number) * BYTES[unit] : Number.NaN
}

describe('the size of a machine in the documentation', () => {
  it.each(['memory to plan', 'disk for a year of events', 'processor to plan'])(
    'the page about sizes states a quantity in every column: %s',
    (row) => {
      const cells = ROWS.get(row) ?? []
      expect(cells).toHaveLength(EVENTS_A_YEAR.length)
      for (const cell of cells) expect(cell).toMatch(/\d (MB|GB|MiB|GiB|cores?)\b/)
    },
  )

  it('the page about sizes calculates the disk from the bytes of an event that it states', () => {
    const [, perEvent] = /\d+ to (\d+) bytes an event/.exec(PAGE) ?? []
    for (const [i, cell] of (ROWS.get('disk for a year of events') ?? []).entries()) {
      const share = bytesIn(cell) / ((EVENTS_A_YEAR[i] ?? 0) * Number(perEvent))
      expect(share).toBeGreaterThan(0.9)
      expect(share).toBeLessThan(1.1)
    }
  })

  it('the pages about deploying and scaling link to the page about sizes, as does the list of all pages', () => {
    for (const page of ['docs/deploy.md', 'docs/scaling.md', 'docs/README.md'])
      expect(textOf(page)).toContain('](sizing.md)')
  })

  it.each(['docs/deploy.md', 'docs/scaling.md', 'docs/sizing.md'])(
    '%s names the command that moves an embedded service to servers',
    (page) => expect(textOf(page)).toContain('footfall migrate --from-data-dir'),
  )
})
