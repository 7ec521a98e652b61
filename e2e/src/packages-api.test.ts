import { expect, it } from 'vitest'
import { keptReports, makeReports } from './api-reports/reports.ts'

it('a change of what a library exports shows in its API report, which `pnpm api-reports` writes', async () => {
  const [made, kept] = [await makeReports(), await keptReports()]
  expect([...kept.keys()].sort()).toEqual([...made.keys()].sort())
  for (const [path, report] of made) expect(kept.get(path), path).toBe(report)
}, 120_000)
