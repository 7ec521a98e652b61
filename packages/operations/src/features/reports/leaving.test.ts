import { type AccountId, type DeliverySource, type DeliverySubject, timestamp } from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { enqueueMessage } from '../../messages/enqueue-message.ts'
import { type CallingScenario, scenarioOn } from '../../test-support/index.ts'
import { deleteOwnAccount } from '../account/delete.ts'
import { createAccountReport } from '../account-reports/create.ts'
import { createAlert } from '../alerts/create.ts'
import { disableAccount } from '../command-line/set-account-status.ts'
import { deleteProduct } from '../products/delete.ts'
import { removeMember } from '../team/remove.ts'
import { updateMember } from '../team/update.ts'
import { createReport } from './create.ts'

const schedule = { every: 'week', weekday: 1, hour: 8 }

describeEachDialect('reports and alerts of members who leave', (database) => {
  const { clock, ids } = database
  const emailTo = (...addresses: string[]) => ({ kind: 'email', addresses })

  const report = async (on: CallingScenario, by: Principal, name: string, address: string) =>
    (await on.call(by, createReport, { body: { name, schedule, target: emailTo(address) } })).data.result
  const alert = async (on: CallingScenario, by: Principal, name: string, address: string) =>
    (await on.call(by, createAlert, { body: { name, rule: { kind: 'spike' }, target: emailTo(address) } })).data.result
  const accountReport = async (on: CallingScenario, by: Principal) => {
    const body = { name: 'All', schedule, timezone: 'UTC', target: emailTo('reader@example.com') }
    return (await on.call(by, createAccountReport, { body })).data.result
  }

  const message = {
    language: 'en' as const,
    subject: 's',
    heading: 'h',
    sections: [],
    reason: 'r',
    data: { type: 'report' },
  }
  const enqueue = (source: DeliverySource, subject: DeliverySubject) =>
    database.store.transaction(({ store }) =>
      enqueueMessage(
        store,
        { clock, ids },
        {
          source,
          subject,
          occurrence: 'x',
          messageIn: () => message,
          recipients: [{ kind: 'email', address: 'reader@example.com' }],
        },
      ),
    )
  /** Sources of what still waits to be sent. */
  const waiting = async (): Promise<readonly string[]> => {
    const now = timestamp(clock.now())
    const taken = await database.store.transaction((tx) => tx.store.deliveries.take(now, now, 1_000))
    return taken.map(({ source }) => source)
  }
  const runAsOperator = (account: AccountId) =>
    database.store.transaction(async (tx) => {
      const plan = await disableAccount.plan({ tx, clock } as never, { id: account })
      if (plan === undefined) throw new Error('nothing to do')
      await plan.commit()
    })

  it('names the reports and alerts that are still sent to a member in the preview of their removal', async () => {
    const on = await scenarioOn(database)
    const admin = await on.person('admin')
    const { member, account } = on.people.viewer
    await report(on, admin, 'Weekly', account.email)
    await report(on, admin, 'For others', 'other@example.com')
    await alert(on, admin, 'Spikes', account.email)
    const ended = await report(on, admin, 'Ended', account.email)
    await database.store.transaction((tx) => tx.store.emailOptOuts.add(ended.id, account.email, timestamp(clock.now())))
    const { data } = await on.preview(admin, removeMember, { path: { member } })
    expect(data.warnings).toContain(
      `Still sent to ${account.email}: the report “Weekly”, the alert “Spikes”. To end that, remove the address there.`,
    )
    const other = await on.preview(admin, removeMember, { path: { member: on.people.editor.member } })
    expect(other.data.warnings).toHaveLength(1)
  })

  it('names ten of many reports that are still sent to a member, and the number of the others', async () => {
    const on = await scenarioOn(database)
    const admin = await on.person('admin')
    const { member, account } = on.people.viewer
    for (let i = 1; i <= 12; i++) {
      clock.advance(1_000)
      await report(on, admin, `No. ${i}`, account.email)
    }
    const { data } = await on.preview(admin, removeMember, { path: { member } })
    expect(data.warnings.at(-1)).toContain('the report “No. 10” and 2 more.')
  })

  it('counts the reports that end, and those that are still sent to the person, before an account is deleted', async () => {
    const on = await scenarioOn(database)
    const admin = await on.person('admin')
    const { account } = on.people.admin
    await report(on, admin, 'Weekly', account.email)
    const all = await accountReport(on, admin)
    await enqueue(all.id, { account: account.id })
    const body = { email: account.email }
    const { warnings } = (await on.preview(admin, deleteOwnAccount, { body })).data
    expect(warnings).toContain('Reports about all your products that are no longer sent: 1.')
    expect(warnings).toContain(
      `Reports and alerts of your products that are still sent to ${account.email}: 1. Each email has a link that ends it.`,
    )
    expect((await on.call(admin, deleteOwnAccount, { body })).data.state).toBe('executed')
    expect(await database.store.scheduledReports.findAny(all.id)).toBeUndefined()
    expect(await waiting()).not.toContain(all.id)
  })

  it('removes pending reports about all products when their account is disabled', async () => {
    const on = await scenarioOn(database)
    const admin = await on.person('admin')
    const [all, ofProduct] = [await accountReport(on, admin), await report(on, admin, 'Weekly', 'reader@example.com')]
    await enqueue(all.id, { account: on.people.admin.account.id })
    await enqueue(ofProduct.id, { product: on.product })
    expect(await waiting()).toEqual(expect.arrayContaining([all.id, ofProduct.id]))
    await runAsOperator(on.people.admin.account.id)
    const left = await waiting()
    expect(left).toContain(ofProduct.id)
    expect(left).not.toContain(all.id)
  })

  it('keeps the reports and alerts of a product when the role of the member who created them is lowered', async () => {
    const on = await scenarioOn(database)
    const [owner, admin] = [await on.person('owner'), await on.person('admin')]
    const made = await report(on, admin, 'Weekly', 'reader@example.com')
    await enqueue(made.id, { product: on.product })
    const path = { member: on.people.admin.member }
    expect((await on.call(owner, updateMember, { path, body: { role: 'viewer' } })).data.state).toBe('executed')
    expect(await database.store.scheduledReports.findAny(made.id)).toBeDefined()
    expect(await waiting()).toContain(made.id)
  })

  it('removes the reports, alerts and pending deliveries of a deleted product, even while one is being sent', async () => {
    const on = await scenarioOn(database, { name: 'Shop' })
    const owner = await on.person('owner')
    const made = await report(on, owner, 'Weekly', 'reader@example.com')
    const spikes = await alert(on, owner, 'Spikes', 'reader@example.com')
    await enqueue(made.id, { product: on.product })
    await enqueue(spikes.id, { product: on.product })
    const now = timestamp(clock.now())
    const taken = await database.store.transaction((tx) => tx.store.deliveries.take(now, now, 1_000))
    const sending = taken.filter(({ source }) => source === made.id || source === spikes.id)
    expect(sending).toHaveLength(2)
    const { warnings } = (await on.preview(owner, deleteProduct, { body: { name: 'Shop' } })).data
    expect(warnings).toContain('Reports and alerts that are no longer sent: 2.')
    expect((await on.call(owner, deleteProduct, { body: { name: 'Shop' } })).data.state).toBe('executed')
    for (const { id } of sending)
      await database.store.transaction(async (tx) => {
        await tx.store.deliveries.delivered(id, now)
        await tx.store.deliveries.retry(id, now, 'The webhook could not be reached.')
      })
    const left = await waiting()
    expect(left).not.toContain(made.id)
    expect(left).not.toContain(spikes.id)
    expect(await database.store.scheduledReports.findAny(made.id)).toBeUndefined()
    expect(await database.store.alerts.find(on.product, spikes.id)).toBeUndefined()
  })
})
