import { z } from 'zod'
import { textOnOneLine } from './cells.ts'

const PreviewMeta = z.object({
  confirm: z.object({
    arguments: z.record(z.string(), z.union([z.string(), z.boolean()])),
    instructions: z.string(),
  }),
})

/** How to confirm a preview, on one line, since each preview repeats it; undefined for the `meta` of another answer. */
export function confirmLine(meta: unknown): string | undefined {
  const { data } = PreviewMeta.safeParse(meta)
  if (data === undefined) return undefined
  const given = Object.entries(data.confirm.arguments).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? textOnOneLine(value) : value}`,
  )
  return `${data.confirm.instructions} ${given.join(', ')}`
}
