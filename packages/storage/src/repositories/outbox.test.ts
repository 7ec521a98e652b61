import { AlreadyExists, NotFound, type OutboxMail, type Timestamp, timestamp } from '@footfall/core-domain'
import { committingStore, describeEachDialect } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { observedOnSqlite } from '../test-support/observed-sqlite.ts'
import { outboxRepository } from './outbox.ts'

const LEASE_MS = 60_000
const ENOUGH = 100

describeEachDialect('the outbox', (database) => {
  let made = 0
  const now = () => timestamp(database.clock.now())
  const later = (ms: number) => timestamp(database.clock.now() + ms)
  const enqueue = async (to = 'a@example.com'): Promise<OutboxMail> => {
    database.clock.advance(1)
    const id = `mail_${++made}`
    const mail = { id, to, subject: 'Invitation', text: 'Hello\n“you”', created_at: now() }
    await database.store.outbox.enqueue(mail)
    return mail
  }
  const take = (limit = ENOUGH, store = database.store) => store.outbox.take(now(), later(LEASE_MS), limit)
  const idsOf = (mails: readonly { id: string }[]) => mails.map(({ id }) => id)

  beforeEach(async () => {
    for (const { id } of await take()) await database.store.outbox.delivered(id, now())
    database.clock.advance(LEASE_MS)
    for (const { id } of await take()) await database.store.outbox.delivered(id, now())
  })

  it('takes emails from the outbox in the order of writing, for one sender until the lease ends', async () => {
    const [first, second, third] = [await enqueue(), await enqueue(), await enqueue()]
    expect(await take(2)).toEqual([
      { ...first, attempts: 1 },
      { ...second, attempts: 1 },
    ])
    expect(await take()).toEqual([{ ...third, attempts: 1 }])
    expect(await take()).toEqual([])
    database.clock.advance(LEASE_MS - 1)
    expect(await take()).toEqual([])
    database.clock.advance(1)
    expect(await take()).toEqual([first, second, third].map((mail) => ({ ...mail, attempts: 2 })))
  })

  it('takes an email of each recipient before the second one of any', async () => {
    const [first, second, third] = [await enqueue(), await enqueue(), await enqueue()]
    const other = await enqueue('b@example.com')
    expect(idsOf(await take(2))).toEqual([first.id, other.id])
    expect(idsOf(await take())).toEqual([second.id, third.id])
  })

  it('takes a new email before one whose next attempt comes later', async () => {
    const failing = await enqueue()
    await take()
    await database.store.outbox.failed(failing.id, later(5000), 'mailbox unavailable')
    database.clock.advance(4998)
    const fresh = await enqueue()
    database.clock.advance(1)
    expect(idsOf(await take(1))).toEqual([fresh.id])
    expect(idsOf(await take())).toEqual([failing.id])
  })

  it.runIf(database.dialect === 'sqlite')(
    'looks only at emails that are due, and at invitations of an address',
    async () => {
      const taking = await observedOnSqlite(database.config, (on) => outboxRepository(on).take(now(), later(1), 20))
      expect(taking.plans.join('\n')).toMatch(/outbox USING (COVERING )?INDEX outbox_due \(due_at<\?\)/)
      const counting = await observedOnSqlite(database.config, (on) =>
        outboxRepository(on).countInvitations('a@b.c', now()),
      )
      expect(counting.plans.join('\n')).toContain('outbox_invitations (recipient=? AND created_at>?)')
    },
  )

  it('stores an email in the outbox only if its transaction commits', async () => {
    const mail = { id: 'mail_undone', to: 'a@example.com', subject: 'S', text: 'T', created_at: now() }
    const undone = database.store.transaction(async ({ store }) => {
      await store.outbox.enqueue(mail)
      throw new NotFound()
    })
    await expect(undone).rejects.toThrow(NotFound)
    expect(await take()).toEqual([])
  })

  it('returns a failed email again at its next attempt, and not before', async () => {
    const { id } = await enqueue()
    await take()
    await database.store.outbox.failed(id, later(5000), 'connection refused')
    database.clock.advance(4999)
    expect(await take()).toEqual([])
    database.clock.advance(1)
    expect(await take()).toMatchObject([{ id, attempts: 2 }])
  })

  it('never returns a delivered email again, even if a late sender reports a failure', async () => {
    const { id } = await enqueue()
    await take()
    await database.store.outbox.delivered(id, now())
    await database.store.outbox.failed(id, now(), 'too late')
    database.clock.advance(2 * LEASE_MS)
    expect(await take()).toEqual([])
  })

  it('gives no email to two concurrent senders at once', async () => {
    const mails = []
    for (let i = 0; i < 40; i++) mails.push(await enqueue())
    const senders = [database.store, committingStore(database.open().store), committingStore(database.open().store)]
    const taken: string[] = []
    for (let round = 0; round < 4; round++) {
      const batches = await Promise.all(senders.map((store) => take(5, store)))
      taken.push(...batches.flatMap(idsOf))
    }
    taken.push(...idsOf(await take()))
    expect([...taken].sort()).toEqual(idsOf(mails).sort())
  })

  it('skips an email that another sender is taking, without waiting', async () => {
    if (database.dialect === 'sqlite') return
    const [first, second] = [await enqueue(), await enqueue()]
    // It ends without a commit, which would conflict with the other one and be tried again.
    const dying = database.store.transaction(async ({ store }) => {
      expect(idsOf(await store.outbox.take(now(), later(LEASE_MS), 1))).toEqual([first.id])
      expect(idsOf(await take())).toEqual([second.id])
      throw new NotFound()
    })
    await expect(dying).rejects.toThrow(NotFound)
    expect(idsOf(await take())).toEqual([first.id])
  })

  it('purges emails that were delivered before a given time, and none that are not delivered yet', async () => {
    const [old, recent, waiting] = [await enqueue(), await enqueue(), await enqueue()]
    await database.store.outbox.purge('9999-12-31T23:59:59.999Z' as Timestamp)
    await database.store.outbox.delivered(old.id, now())
    database.clock.advance(1)
    await database.store.outbox.delivered(recent.id, now())
    expect(await database.store.outbox.purge(now())).toBe(1)
    await expect(database.store.outbox.delivered(old.id, now())).rejects.toThrow(NotFound)
    await database.store.outbox.delivered(recent.id, now())
    expect(idsOf(await take())).toEqual([waiting.id])
  })

  it('rejects a second email with the same id, and a result of an email that does not exist', async () => {
    const mail = await enqueue()
    await expect(database.store.outbox.enqueue(mail)).rejects.toThrow(AlreadyExists)
    await expect(database.store.outbox.delivered('mail_none', now())).rejects.toThrow(NotFound)
    await expect(database.store.outbox.failed('mail_none', now(), 'x')).rejects.toThrow(NotFound)
  })
})
