import {
  type Message,
  type MessageBlock,
  type MessageMetric,
  type MessageSection,
  textsIn,
} from '@footfall/core-domain'
import { alignedTable, oneLine } from './lines.ts'

const FIRST_COLUMN_MAX = 44

export interface EmailLinks {
  /** Ends these emails for the address that the email goes to. */
  readonly unsubscribe: string
}

export function plainText({ language, heading, intro, sections, link, reason }: Message, links?: EmailLinks): string {
  return [
    underlined(oneLine(heading), '='),
    ...(intro === undefined ? [] : ['', oneLine(intro)]),
    ...sections.flatMap(sectionLines),
    ...(link === undefined ? [] : ['', `${oneLine(link.label)}:`, link.url]),
    '',
    '-- ',
    oneLine(reason),
    ...(links === undefined ? [] : [`${textsIn(language).say('message.unsubscribe')}: ${links.unsubscribe}`]),
    '',
  ].join('\n')
}

function sectionLines({ heading, level, blocks }: MessageSection): readonly string[] {
  return [
    ...(heading === undefined ? [] : ['', '', underlined(oneLine(heading), level === 1 ? '=' : '-')]),
    ...blocks.flatMap((block) => ['', ...blockLines(block)]),
  ]
}

function blockLines(block: MessageBlock): readonly string[] {
  switch (block.kind) {
    case 'figures':
      return metricLines(block.figures)
    case 'table':
      return alignedTable(block, FIRST_COLUMN_MAX)
    case 'list':
      return block.items.map((item) => `* ${oneLine(item)}`)
    case 'text':
      return [oneLine(block.text)]
  }
}

function metricLines(metrics: readonly MessageMetric[]): readonly string[] {
  const rows = metrics.map(({ label, value, change }) => [label, value, change ?? ''])
  return alignedTable({ kind: 'table', columns: ['', '', ''], rows }, FIRST_COLUMN_MAX).slice(1)
}

function underlined(text: string, line: string): string {
  return `${text}\n${line.repeat([...text].length)}`
}
