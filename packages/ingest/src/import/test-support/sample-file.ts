import { writeFile } from 'node:fs/promises'

const START = Date.parse('2026-09-28T22:00:00.000Z')

/**
 * Writes visits of a hundred persons over some days and two months, shuffled by person, with no two events of one
 * person at the same instant.
 */
export async function writeSample(path: string, rows: number): Promise<void> {
  const lines = Array.from({ length: rows }, (_, i) => JSON.stringify(sampleEvent(i)))
  await writeFile(path, `${lines.join('\n')}\n`)
}

export function sampleEvent(i: number) {
  const person = (i * 37) % 101
  const name = i % 9 === 0 ? 'Signup' : i % 4 === 1 ? 'engagement' : 'pageview'
  return {
    timestamp: new Date(START + i * 6_007).toISOString(),
    name,
    url: `https://www.example.com/page/${(i * 7) % 50}?utm_source=letter-${person % 3}`,
    ...(i % 5 === 0 ? { referrer: 'https://www.google.com/' } : {}),
    ...(person % 2 === 0
      ? { visitor: `person ${person}` }
      : {
          ip: `198.51.100.${person}`,
          user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
        }),
    ...(name === 'engagement' ? { engaged_ms: 4000, scroll: 60 } : {}),
    ...(name === 'Signup' ? { props: { plan: 'team', seats: person, "tricky ' \\ \t": 'x\ny' } } : {}),
  }
}
