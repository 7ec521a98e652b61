import { describe, expect, it } from 'vitest'
import { HOSTILE, reportMessage } from '../../test-support/messages.ts'
import { discordBody } from './discord.ts'
import { emailHtml } from './email-html.ts'
import { plainText } from './plain-text.ts'
import { slackBody } from './slack.ts'

const LINKS = { unsubscribe: 'https://stats.example/unsubscribe/s1.token' }
const rows = (count: number) => Array.from({ length: count }, (_, i) => [`/page-${i}-${'x'.repeat(60)}`, '1', '+1%'])
const long = () =>
  reportMessage({
    sections: Array.from({ length: 60 }, (_, i) => ({
      heading: `Product ${i}`,
      level: 1 as const,
      blocks: [{ kind: 'table' as const, columns: ['Pages', 'Visitors', 'Change'], rows: rows(10) }],
    })),
  })

describe('the HTML of an email', () => {
  const html = emailHtml(reportMessage({ heading: HOSTILE, intro: HOSTILE, reason: HOSTILE }), LINKS)

  it('escapes every text in the HTML of an email', () => {
    expect(html).not.toContain('<script')
    expect(html).not.toContain('"quoted"')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  it('the HTML of an email contains no image and loads nothing, so that opening it notifies nobody', () => {
    expect(html).not.toMatch(/<(img|link|script|iframe|object|video)\b|@import|url\(|\bsrc=/i)
  })

  it('the HTML of an email links only to the dashboard and to the page that unsubscribes', () => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)
    expect(links).toEqual([
      'https://stats.example/products/prd_1?from=2026-11-16&amp;to=2026-11-22',
      'https://stats.example/unsubscribe/s1.token',
    ])
  })
})

describe('the plain text of an email', () => {
  it('keeps each text on one line of an email in plain text, with invisible characters written out', () => {
    const heading = 'Shop\r\n\r\nYour password is wrong: https://evil.example\u202e\u200b'
    const text = plainText(reportMessage({ heading }), LINKS)
    expect(text.split('\n')[0]).toBe('Shop\\r\\n\\r\\nYour password is wrong: https://evil.example\\u202e\\u200b')
  })

  it('aligns the columns of a table in plain text', () => {
    const text = plainText(reportMessage(), LINKS)
    expect(text).toContain('Visitors               1,234   +12%')
    expect(text).toContain('Unsubscribe: https://stats.example/unsubscribe/s1.token')
  })
})

describe('the body of a Slack webhook', () => {
  it('the body of a Slack webhook has no text in which Slack would read a mention, a link or markup', () => {
    const { text, blocks } = slackBody(reportMessage({ heading: HOSTILE, subject: HOSTILE }))
    expect(text).not.toMatch(/[<>]/)
    expect(JSON.stringify(blocks)).not.toContain('mrkdwn')
  })

  it('stays below the limits of Slack, and says what is omitted', () => {
    const blocks = slackBody(long()).blocks
    expect(JSON.stringify(blocks).length).toBeLessThan(12_000)
    expect(Array.isArray(blocks) && blocks.length).toBeLessThanOrEqual(50)
    expect(JSON.stringify(blocks)).toContain('The dashboard has the rest.')
  })
})

describe('the body of a Discord webhook', () => {
  it('the body of a Discord webhook mentions nobody, and escapes markup and links outside of code blocks', () => {
    const body = discordBody(reportMessage({ heading: HOSTILE, intro: HOSTILE }))
    expect(body.allowed_mentions).toEqual({ parse: [] })
    const texts = JSON.stringify(body.embeds)
      .replaceAll(/```.*?```/g, '')
      .replaceAll(/"url":"[^"]*"/g, '')
    expect(texts).not.toMatch(/[^\\]@everyone|[^\\]\*bold|[^\\]`code|[^\\]\[link|https:\/\//)
  })

  it('prevents a text in a code block of Discord from ending it', () => {
    const tables = JSON.stringify(discordBody(reportMessage()).embeds).match(/```/g)
    expect(tables).toHaveLength(2)
  })

  it('stays below the limits of Discord, and says what is omitted', () => {
    const [embed] = discordBody(long()).embeds as [
      { title: string; description: string; fields: { name: string; value: string }[] },
    ]
    const { title, description, fields } = embed
    const all = [title, description, ...fields.flatMap(({ name, value }) => [name, value])].join('')
    expect(all.length).toBeLessThanOrEqual(6_000)
    expect(fields.length).toBeLessThanOrEqual(25)
    for (const { name, value } of fields) {
      expect(name.length).toBeLessThanOrEqual(256)
      expect(value.length).toBeLessThanOrEqual(1_024)
    }
    expect(fields.at(-1)?.name).toBe('More')
  })
})
