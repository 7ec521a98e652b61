import { escapedText } from '@footfall/core-domain'
import { changeLines, changesInWords, type Preview, type Wording } from '@footfall/kernel'
import { namedLines } from '../text/answer-text.ts'

const LINES_MAX = 300
const CHARACTERS_MAX = 20_000

/**
 * A preview as a question that a person can answer: complete values in words, and for lists the added and removed entries. Where that is
 * too long to be read, it says so before anything else. What it is about is named with its id.
 */
export function questionOf({ summary, changes, warnings }: Preview, wording: Wording = {}, meta: unknown = {}): string {
  const lines = changesInWords(changes, wording).flatMap(changeLines).map(escapedText)
  const shown = fitting(lines)
  const about = namedLines(meta)
  const parts = [
    ...(shown.length < lines.length
      ? [
          `This change is too long to show: ${shown.length} of its ${lines.length} lines follow. Decline it unless you know the rest.`,
        ]
      : []),
    [escapedText(summary), ...about].join('\n'),
    ...(shown.length > 0 ? [['Changes:', ...shown].join('\n')] : []),
    ...(warnings.length > 0
      ? [['Warnings:', ...warnings.map((warning) => `- ${escapedText(warning)}`)].join('\n')]
      : []),
  ]
  return parts.join('\n\n')
}

/** The form for the person. Its checkbox is off, so a client that accepts automatically confirms nothing. */
export const ANSWER_SCHEMA = {
  type: 'object' as const,
  properties: { confirm: { type: 'boolean' as const, title: 'Make this change', default: false } },
  required: ['confirm'],
}

/** The lines up to the limit, none of them cut. */
function fitting(lines: readonly string[]): readonly string[] {
  let characters = 0
  const end = lines.findIndex((line, i) => {
    characters += line.length + 1
    return i >= LINES_MAX || characters > CHARACTERS_MAX
  })
  return end === -1 ? lines : lines.slice(0, end)
}
