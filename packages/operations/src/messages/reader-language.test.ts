import {
  type DeliverySource,
  type DeliverySubject,
  Message,
  type StoredRecipient,
  timestamp,
} from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { scenarioOn } from '../test-support/index.ts'
import { enqueueMessage } from './enqueue-message.ts'

describeEachDialect('the language of a message', (database) => {
  const { clock, ids } = database

  /** The language in which each recipient gets a message. */
  async function languages(subject: DeliverySubject, recipients: readonly StoredRecipient[]) {
    const now = timestamp(clock.now())
    const source = ids.report() satisfies DeliverySource
    const messageIn = (language: Message['language']) =>
      Message.parse({ language, subject: 's', heading: 'h', sections: [], reason: 'r', data: { type: 'report' } })
    await database.store.transaction(({ store }) =>
      enqueueMessage(store, { clock, ids }, { source, subject, occurrence: 'x', messageIn, recipients }),
    )
    const taken = await database.store.transaction((tx) => tx.store.deliveries.take(now, now, 100))
    return Object.fromEntries(
      taken.map(({ recipient, message }) => [
        recipient.kind === 'email' ? recipient.address : recipient.kind,
        message.language,
      ]),
    )
  }

  it('returns the language of the account with the address, or else that of the owner', async () => {
    const on = await scenarioOn(database)
    const { owner, viewer, editor } = on.people
    await database.store.transaction(async ({ store }) => {
      await store.accounts.setLanguage(owner.account.id, 'ja')
      await store.accounts.setLanguage(viewer.account.id, 'de')
    })
    const emails = [viewer, editor, { account: { email: 'stranger@example.com' } }].map(({ account }) => ({
      kind: 'email' as const,
      address: account.email,
    }))
    const channel = { kind: 'webhook', format: 'slack', sealed_url: 'sealed' } as const
    const expected = {
      [viewer.account.email]: 'de',
      [editor.account.email]: 'en',
      'stranger@example.com': 'ja',
      webhook: 'ja',
    }
    expect(await languages({ product: on.product }, [...emails, channel])).toEqual(expected)
    expect(await languages({ account: owner.account.id }, [...emails, channel])).toEqual(expected)
  })

  it('returns English for a message that an earlier version stored', () => {
    const stored = { subject: 's', heading: 'h', sections: [], reason: 'r', data: { type: 'report' } }
    expect(Message.parse(stored).language).toBe('en')
  })
})
