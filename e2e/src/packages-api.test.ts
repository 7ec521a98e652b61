import { expect, it } from 'vitest'
import { keptReports, makeReports, saysTheSame } from './api-reports/reports.ts'

it('a change of what a library exports shows in its API report, which `pnpm generate` writes', async () => {
  const [made, kept] = [await makeReports(), await keptReports()]
  expect([...kept.keys()].sort()).toEqual([...made.keys()].sort())
  for (const [path, report] of made) if (!saysTheSame(report, kept.get(path))) expect(kept.get(path), path).toBe(report)
})

it('an API report ignores the order of the fields of an object, but not their types', () => {
  const inner = (...fields: string[]) => ['    b: z.ZodObject<{', ...fields, '    }, z.core.$strict>;']
  const report = (...fields: readonly string[]) =>
    ['export const A: z.ZodObject<{', ...fields, '}, z.core.$strict>;', '', 'export const C: 1;'].join('\n')
  const [x, y] = ['        x: z.ZodString;', '        y: z.ZodInt;']
  const made = report('    a: z.ZodString;', ...inner(x, y))
  expect(saysTheSame(made, report(...inner(y, x), '    a: z.ZodString;'))).toBe(true)
  expect(saysTheSame(made, report('    a: z.ZodString;', ...inner(x)))).toBe(false)
  expect(saysTheSame(made, report('    a: z.ZodInt;', ...inner(x, y)))).toBe(false)
  expect(saysTheSame(made, report('    a: z.ZodString;', '    y: z.ZodInt;', ...inner(x)))).toBe(false)
  expect(saysTheSame(made, undefined)).toBe(false)
})
