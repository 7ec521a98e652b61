import { escapedText } from '@footfall/core-domain'
import type { Preview } from '@footfall/operations/host'

const LINES_MAX = 300
const CHARACTERS_MAX = 20_000

type Change = Preview['changes'][number]

/**
 * A preview as a question that a person can judge: every value whole, of lists the entries that come and go. Where that is
 * too long to be read, it says so before anything else.
 */
export function questionOf({ summary, changes, warnings }: Preview): string {
  const lines = changes.flatMap(linesOf)
  const shown = fitting(lines)
  const parts = [
    ...(shown.length < lines.length
      ? [
          `This change is too long to show: ${shown.length} of its ${lines.length} lines follow. Decline it unless you know the rest.`,
        ]
      : []),
    escapedText(summary),
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

function linesOf({ path, from, to }: Change): readonly string[] {
  const name = escapedText(path)
  const [before, after] = [listOf(from), listOf(to)]
  if (before === undefined || after === undefined || (before.length === 0 && after.length === 0))
    return [`- ${name}: ${valueText(from)} → ${valueText(to)}`]
  const removed = without(before, after)
  const added = without(after, before)
  return [
    `- ${name}: ${before.length} → ${after.length} entries${removed.length + added.length === 0 ? ', in another order' : ''}`,
    ...removed.map((entry) => `  - removed: ${valueText(entry)}`),
    ...added.map((entry) => `  - added: ${valueText(entry)}`),
  ]
}

/** A list; empty where there is nothing. Undefined for any other value. */
function listOf(value: unknown): readonly unknown[] | undefined {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value : undefined
}

/** The entries of a list that the other does not have, as often as it lacks them. */
function without(list: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  const left = new Map<string, number>()
  for (const key of other.map((entry) => JSON.stringify(entry))) left.set(key, (left.get(key) ?? 0) + 1)
  return list.filter((entry) => {
    const key = JSON.stringify(entry)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count <= 0
  })
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

/** A value in one line. Invisible characters and those that change the order of others are escaped. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return escapedText(typeof value === 'string' ? value : JSON.stringify(value))
}
