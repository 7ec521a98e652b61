import { escapedText } from '@footfall/core-domain'
import type { Problem } from '@footfall/kernel'
import { listEntry, textOnOneLine } from './cells.ts'

/** A problem as text: what it is, what to do next, and each invalid field. */
export function problemText({ title, status, code, detail, errors = [], request_id }: Problem): string {
  return [
    `${title} (${code}, ${status}): ${textOnOneLine(detail)}`,
    ...errors.map(({ path, message, did_you_mean: near = [] }) => {
      const meant =
        near.length === 0 ? '' : `; did you mean ${near.map((name) => listEntry(textOnOneLine(name))).join(', ')}?`
      // A sentence, which is not quoted as a value is that begins with a quotation mark.
      return `- ${textOnOneLine(path)}: ${escapedText(message)}${meant}`
    }),
    `request_id: ${request_id}`,
  ].join('\n')
}
