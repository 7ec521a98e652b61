import { type Message, type MessageBlock, type MessageSection, type TextsIn, textsIn } from '@footfall/core-domain'
import { alignedTable, oneLine } from './lines.ts'

const HEADER_MAX = 150
const FIELD_MAX = 150
const FIELDS_MAX = 10
const BLOCKS_MAX = 45
/** Slack rejects longer messages, at an undocumented length of about 13,000. */
const CHARACTERS_MAX = 9_000
const FIRST_COLUMN_MAX = 36

type SlackBlock = Readonly<Record<string, unknown>>

/**
 * A message as the body of a Slack webhook. All text is `plain_text` or rich text, in which Slack reads no markup: neither
 * `<!channel>` nor a link can come from a text. Only the fallback is markup, and is escaped.
 */
export function slackBody({
  language,
  subject,
  heading,
  intro,
  sections,
  link,
}: Message): Readonly<Record<string, unknown>> {
  const blocks: SlackBlock[] = [
    { type: 'header', text: plain(heading, HEADER_MAX) },
    ...(intro === undefined ? [] : [{ type: 'context', elements: [plain(intro, 500)] }]),
    ...fitting(sections.flatMap(sectionBlocks), textsIn(language)),
    ...(link === undefined
      ? []
      : [
          richText([
            { type: 'rich_text_section', elements: [{ type: 'link', url: link.url, text: oneLine(link.label, 100) }] },
          ]),
        ]),
  ]
  return { text: escapedMarkup(oneLine(subject, 300)), mrkdwn: false, unfurl_links: false, unfurl_media: false, blocks }
}

/** As many blocks as Slack accepts. */
function fitting(blocks: readonly SlackBlock[], { say }: TextsIn): readonly SlackBlock[] {
  let characters = 0
  const kept: SlackBlock[] = []
  for (const block of blocks) {
    characters += JSON.stringify(block).length
    if (characters > CHARACTERS_MAX || kept.length >= BLOCKS_MAX) {
      const more = plain(say('message.more_hint'), 100)
      return [...kept, { type: 'context', elements: [more] }]
    }
    kept.push(block)
  }
  return kept
}

function sectionBlocks({ heading, level, blocks }: MessageSection): readonly SlackBlock[] {
  const title = heading === undefined ? [] : [headingBlock(heading, level)]
  return [...title, ...blocks.flatMap(blockOf)]
}

function headingBlock(heading: string, level: MessageSection['level']): SlackBlock {
  if (level === 1) return { type: 'header', text: plain(heading, HEADER_MAX) }
  return richText([
    {
      type: 'rich_text_section',
      elements: [{ type: 'text', text: oneLine(heading, HEADER_MAX), style: { bold: true } }],
    },
  ])
}

function blockOf(block: MessageBlock): readonly SlackBlock[] {
  switch (block.kind) {
    case 'figures':
      return chunks(block.figures, FIELDS_MAX).map((metrics) => ({
        type: 'section',
        fields: metrics.map(({ label, value, change }) =>
          plain(`${label}: ${value}${change === undefined ? '' : ` (${change})`}`, FIELD_MAX),
        ),
      }))
    case 'table':
      return [
        richText([
          {
            type: 'rich_text_preformatted',
            elements: [{ type: 'text', text: alignedTable(block, FIRST_COLUMN_MAX).join('\n') }],
          },
        ]),
      ]
    case 'list':
      return [
        richText([
          {
            type: 'rich_text_list',
            style: 'bullet',
            elements: block.items.map((item) => ({
              type: 'rich_text_section',
              elements: [{ type: 'text', text: oneLine(item) }],
            })),
          },
        ]),
      ]
    case 'text':
      return [{ type: 'section', text: plain(block.text, 500) }]
  }
}

const richText = (elements: readonly unknown[]): SlackBlock => ({ type: 'rich_text', elements })
const plain = (text: string, lengthMax: number) => ({
  type: 'plain_text',
  text: oneLine(text, lengthMax),
  emoji: false,
})

/** These characters begin entities, links and mentions. */
function escapedMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
