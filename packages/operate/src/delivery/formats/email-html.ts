import {
  type Message,
  type MessageBlock,
  type MessageMetric,
  type MessageSection,
  textsIn,
} from '@footfall/core-domain'
import { escapeHtml } from '@footfall/http-primitives'
import { oneLine } from './lines.ts'
import type { EmailLinks } from './plain-text.ts'

const METRICS_PER_ROW = 2
const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Colors of the light theme are in the elements, since some programs drop the style sheet; the dark ones override them. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; }
a { color: #1d4ed8; }
@media (prefers-color-scheme: dark) {
  .page { background: #14171c !important; }
  .card { background: #1d2229 !important; border-color: #343b45 !important; }
  .ink { color: #f2f4f7 !important; }
  .muted { color: #aab2bd !important; }
  .line { border-color: #343b45 !important; }
  .better { color: #6fd9a0 !important; }
  .worse { color: #ff9d94 !important; }
  a { color: #8fb8ff !important; }
  .button { background: #8fb8ff !important; color: #10141a !important; }
}`

const INK = 'color:#1a1f27'
const MUTED = 'color:#59626f'
const COLORS = { better: 'color:#0b6b3a', worse: 'color:#b3261e', neutral: MUTED } as const

/** A message as the HTML of an email: tables of 600 px, light and dark, without images or other remote content. */
export function emailHtml(message: Message, links: EmailLinks): string {
  const { language, subject, heading, intro, sections, link, reason } = message
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${text(subject)}</title>
<style>${STYLE}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;background:#ffffff;border:1px solid #dfe3e8;border-radius:8px">
<tr><td style="padding:28px 28px 4px;${FONT}">
<p class="muted" style="margin:0 0 6px;font-size:13px;${MUTED}">Footfall</p>
<h1 class="ink" style="margin:0;font-size:24px;line-height:30px;font-weight:600;overflow-wrap:anywhere;${INK}">${text(heading)}</h1>
${intro === undefined ? '' : `<p class="muted" style="margin:8px 0 0;font-size:15px;line-height:22px;overflow-wrap:anywhere;${MUTED}">${text(intro)}</p>`}
</td></tr>
${sections.map(sectionRow).join('')}${link === undefined ? '' : linkRow(link)}</table>
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px">
<tr><td style="padding:16px 28px;${FONT}">
<p class="muted" style="margin:0;font-size:13px;line-height:19px;overflow-wrap:anywhere;${MUTED}">${text(reason)} <a href="${escapeHtml(links.unsubscribe)}" style="color:#1d4ed8">${text(textsIn(language).say('message.unsubscribe'))}</a></p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

const text = (given: string) => escapeHtml(oneLine(given))

function sectionRow({ heading, level, blocks }: MessageSection): string {
  return `<tr><td style="padding:${level === 1 ? 28 : 20}px 28px 0;${FONT}">
${heading === undefined ? '' : headingOf(heading, level)}${blocks.map(blockOf).join('')}
</td></tr>
`
}

function headingOf(heading: string, level: MessageSection['level']): string {
  const size = level === 1 ? 'font-size:20px;line-height:26px' : 'font-size:15px;line-height:20px'
  const name = level === 1 ? 'h2' : 'h3'
  return `<${name} class="ink" style="margin:0 0 8px;font-weight:600;overflow-wrap:anywhere;${size};${INK}">${text(heading)}</${name}>`
}

function blockOf(block: MessageBlock): string {
  switch (block.kind) {
    case 'figures':
      return metricTable(block.figures)
    case 'table':
      return tableOf(block)
    case 'list':
      return `<ul class="ink" style="margin:0;padding:0 0 0 20px;font-size:14px;line-height:21px;${INK}">${block.items
        .map((item) => `<li style="margin:0 0 4px;overflow-wrap:anywhere">${text(item)}</li>`)
        .join('')}</ul>`
    case 'text':
      return `<p class="ink" style="margin:0;font-size:15px;line-height:22px;overflow-wrap:anywhere;${INK}">${text(block.text)}</p>`
  }
}

function metricTable(metrics: readonly MessageMetric[]): string {
  const rows = Array.from({ length: Math.ceil(metrics.length / METRICS_PER_ROW) }, (_, i) =>
    metrics.slice(i * METRICS_PER_ROW, (i + 1) * METRICS_PER_ROW),
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows
    .map((row) => `<tr>${row.map(metricCell).join('')}${row.length < METRICS_PER_ROW ? '<td></td>' : ''}</tr>`)
    .join('')}</table>`
}

function metricCell({ label, value, change, trend = 'neutral' }: MessageMetric): string {
  // A state in words is longer than a number.
  const size = value.length > 14 ? 'font-size:15px;line-height:28px' : 'font-size:22px;line-height:28px'
  return `<td width="50%" valign="top" style="padding:6px 12px 10px 0">
<div class="muted" style="font-size:13px;line-height:18px;${MUTED}">${text(label)}</div>
<div class="ink" style="${size};font-weight:600;${INK}">${text(value)}</div>
${change === undefined ? '' : `<div class="${trend === 'neutral' ? 'muted' : trend}" style="font-size:13px;line-height:18px;${COLORS[trend]}">${text(change)}</div>`}</td>`
}

function tableOf({ columns, rows }: Extract<MessageBlock, { kind: 'table' }>): string {
  const align = (i: number) => (i === 0 ? 'left' : 'right')
  const head = columns
    .map(
      (column, i) =>
        `<th scope="col" align="${align(i)}"${i === 0 ? ' width="50%"' : ''} class="muted line" style="padding:4px ${i === columns.length - 1 ? 0 : 10}px 6px 0;border-bottom:1px solid #dfe3e8;font-size:13px;font-weight:500;${MUTED}">${text(column)}</th>`,
    )
    .join('')
  const body = rows.map(
    (row) =>
      `<tr>${row
        .map(
          (cell, i) =>
            `<td align="${align(i)}" valign="top" class="ink line" style="padding:6px ${i === row.length - 1 ? 0 : 10}px 6px 0;border-bottom:1px solid #eef0f3;font-size:14px;line-height:20px;${i === 0 ? 'overflow-wrap:anywhere;word-break:break-word' : 'white-space:nowrap'};${INK}">${text(cell)}</td>`,
        )
        .join('')}</tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse"><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

function linkRow({ label, url }: NonNullable<Message['link']>): string {
  return `<tr><td style="padding:24px 28px 28px;${FONT}">
<a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1d4ed8;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${text(label)}</a>
</td></tr>
`
}
