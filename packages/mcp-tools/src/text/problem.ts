import type { Problem } from '@footfall/kernel'
import { listEntry, textOnOneLine } from './cells.ts'

/** A problem as text: what it is, what to do next, and each invalid field. */
export function problemText({ title, status, code, detail, errors = [], request_id }: Problem): string {
  return [
    `${title} (${code}, ${status}): ${textOnOneLine(detail)}`,
    ...errors.map(({ path, message, did_you_mean: near = [] }) => {
      const meant =
        near.length === 0 ? '' : `; did you mean ${near.map((name) => listEntry(textOnOneLine(name))).join(', ')}?`
      return `- ${textOnOneLine(path)}: ${textOnOneLine(message)}${meant}`
    }),
    `request_id: ${request_id}`,
  ].join('\n')
}
