import {
  type Message,
  type MessageBlock,
  type MessageMetric,
  type MessageSection,
  type TextsIn,
  textsIn,
} from '@footfall/core-domain'
import { alignedTable, oneLine } from './lines.ts'

const TITLE_MAX = 256
const DESCRIPTION_MAX = 4_000
const FIELD_NAME_MAX = 256
const FIELD_VALUE_MAX = 1_024
const FIELDS_MAX = 25
/** Of all texts of an embed together. */
const CHARACTERS_MAX = 6_000
const FIRST_COLUMN_MAX = 32

interface Field {
  readonly name: string
  readonly value: string
  readonly inline: boolean
}

/**
 * A message as the body of a Discord webhook: one embed, in which nobody is mentioned. Tables are code blocks, which hold no
 * markup; in all other texts the characters of markup are escaped.
 */
export function discordBody({ language, heading, intro, sections, link }: Message): Readonly<Record<string, unknown>> {
  const title = escapedMarkup(oneLine(heading, TITLE_MAX / 2))
  const description = intro === undefined ? '' : escapedMarkup(oneLine(intro, DESCRIPTION_MAX / 2))
  const charactersMax = CHARACTERS_MAX - title.length - description.length
  const fields = fitting(sections.flatMap(sectionFields), charactersMax, textsIn(language))
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title,
        ...(link !== undefined && { url: link.url }),
        ...(description !== '' && { description }),
        fields,
      },
    ],
  }
}

/** As many fields as Discord accepts. */
function fitting(fields: readonly Field[], charactersMax: number, { say }: TextsIn): readonly Field[] {
  const more: Field = { name: say('message.more'), value: say('message.more_hint'), inline: false }
  let characters = more.name.length + more.value.length
  const kept: Field[] = []
  for (const field of fields) {
    characters += field.name.length + field.value.length
    if (characters > charactersMax || kept.length >= FIELDS_MAX - 1) return [...kept, more]
    kept.push(field)
  }
  return kept
}

function sectionFields({ heading, level, blocks }: MessageSection): readonly Field[] {
  const name = heading === undefined ? '\u200b' : escapedMarkup(oneLine(heading, FIELD_NAME_MAX / 2))
  const fields = blocks.flatMap((block) => fieldsOf(block, name))
  return level === 1 ? [{ name, value: '\u200b', inline: false }, ...fields] : fields
}

function fieldsOf(block: MessageBlock, name: string): readonly Field[] {
  switch (block.kind) {
    case 'figures':
      return block.figures.map(metricField)
    case 'table':
      return [{ name, value: codeBlock(alignedTable(block, FIRST_COLUMN_MAX)), inline: false }]
    case 'list':
      return [
        { name, value: lines(block.items.map((item) => `• ${escapedMarkup(oneLine(item, 300))}`)), inline: false },
      ]
    case 'text':
      return [{ name, value: escapedMarkup(oneLine(block.text, FIELD_VALUE_MAX / 2)), inline: false }]
  }
}

function metricField({ label, value, change }: MessageMetric): Field {
  const text = `${value}${change === undefined ? '' : ` (${change})`}`
  return { name: escapedMarkup(oneLine(label, 100)), value: escapedMarkup(oneLine(text, 200)), inline: true }
}

const FENCE = '```'

/** Only backticks can end a code block; nothing else in it is markup. */
function codeBlock(rows: readonly string[]): string {
  const inside = rows.map((row) => row.replaceAll('`', '´'))
  return `${FENCE}\n${lines(inside, FIELD_VALUE_MAX - 2 * FENCE.length - 2)}\n${FENCE}`
}

/** As many lines as a field can hold. */
function lines(all: readonly string[], lengthMax = FIELD_VALUE_MAX): string {
  const kept: string[] = []
  let length = 0
  for (const line of all) {
    length += line.length + 1
    if (length > lengthMax) break
    kept.push(line)
  }
  return kept.join('\n')
}

/** Every character that Discord's markup uses is escaped, and addresses do not become links. */
function escapedMarkup(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<@:-]/g, (character) => `\\${character}`)
}
