import type { Message } from '@footfall/core-domain'

/** Text that a visitor could have written, with the markup of every format. */
export const HOSTILE =
  '<script>alert(1)</script> <!channel> @everyone <@U1> [link](https://evil.example) *bold* `code` ```` & "quoted" https://evil.example'

export function reportMessage(change: Partial<Message> = {}): Message {
  return {
    language: 'en',
    subject: 'Weekly report of Shop: 1,234 visitors (+12%)',
    heading: 'Shop',
    intro: '16–22 Nov 2026, compared with 9–15 Nov 2026.',
    sections: [
      {
        blocks: [
          {
            kind: 'figures',
            figures: [
              { label: 'Visitors', value: '1,234', change: '+12%', trend: 'better' },
              { label: 'Bounce rate', value: '43.2%', change: '+3.1%', trend: 'worse' },
              { label: 'Revenue', value: 'Not tracked yet' },
            ],
          },
        ],
      },
      {
        heading: 'Pages that changed most',
        level: 2,
        blocks: [
          {
            kind: 'table',
            columns: ['Pages', 'Visitors', 'Change'],
            rows: [
              ['/pricing', '310', '+80%'],
              [HOSTILE, '12', '−3%'],
            ],
          },
        ],
      },
      { heading: 'Annotations', level: 2, blocks: [{ kind: 'list', items: [`17 Nov 2026: ${HOSTILE}`] }] },
      { heading: 'Goals', level: 2, blocks: [{ kind: 'text', text: 'Withheld: too few visitors.' }] },
    ],
    link: { label: 'Open the dashboard', url: 'https://stats.example/products/prd_1?from=2026-11-16&to=2026-11-22' },
    reason: 'This is the weekly report “Weekly”. An administrator of the product entered your address.',
    data: { type: 'report', report: { id: 'rpt_1', name: 'Weekly' }, products: [] },
    ...change,
  }
}
