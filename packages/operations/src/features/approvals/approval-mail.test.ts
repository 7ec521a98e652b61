import { ApprovalId, LANGUAGES, timestamp } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { approvalMail } from './approval-mail.ts'
import { approvalMessage } from './approval-message.ts'

const change = {
  id: ApprovalId.parse('apr_A'),
  summary: 'Rename “Shop” to “Store”.',
  expires_at: timestamp(0),
  credential: { kind: 'account_token', name: 'Agent' },
  link: 'https://stats.example/account/approvals/apr_A',
} as const

it('mails about a change that waits in the language of the person, with no text of others in the subject', () => {
  const mail = approvalMail({ name: 'Ada', language: 'de' }, change, 'Shop')
  expect(mail.subject).toBe('Eine Änderung in Footfall wartet auf deine Freigabe')
  expect(mail.text).toContain('Dein Zugriffstoken „Agent“ möchte etwas an „Shop“ ändern:')
  expect(mail.text).toContain(change.summary)
})

it.each(LANGUAGES)('a change of a token or an app that waits has an email and a message in %s', (language) => {
  for (const kind of ['account_token', 'oauth_connection'] as const)
    for (const product of ['مرحبا 🧪', undefined]) {
      const asked = { ...change, credential: { kind, name: '{name} <b>' } }
      const mail = approvalMail({ name: 'Ada', language }, asked, product)
      expect(mail.text).toContain(change.link)
      expect(mail.text).toContain('{name} <b>')
      if (product === undefined) continue
      expect(mail.text).toContain(product)
      expect(approvalMessage({ ...asked, product }, language)).toMatchObject({ language, link: { url: change.link } })
    }
})
