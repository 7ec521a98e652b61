import type { Preview } from '@footfall/operations'

const LINES_MAX = 20
const VALUE_CHARACTERS_MAX = 160

/** A preview as a question that a person can judge. */
export function questionOf({ summary, changes, warnings }: Preview): string {
  const parts = [summary]
  if (changes.length > 0) {
    const shown = changes
      .slice(0, LINES_MAX)
      .map(({ path, from, to }) => `- ${path}: ${valueText(from)} → ${valueText(to)}`)
    const more = changes.length - shown.length
    parts.push(['Changes:', ...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n'))
  }
  if (warnings.length > 0) parts.push(['Warnings:', ...warnings.map((warning) => `- ${warning}`)].join('\n'))
  return parts.join('\n\n')
}

/** The form for the person. Its checkbox is off, so a client that accepts automatically confirms nothing. */
export const ANSWER_SCHEMA = {
  type: 'object' as const,
  properties: { confirm: { type: 'boolean' as const, title: 'Make this change', default: false } },
  required: ['confirm'],
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX)}…` : text
}
