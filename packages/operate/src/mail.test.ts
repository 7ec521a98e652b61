import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import {
  createAccount,
  type InvitationLinks,
  invitationLinks,
  issueReset,
  passwordResetLinks,
} from '@footfall/accounts'
import { type MemberId, type OutboxMail, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct } from '@footfall/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deliverMail, mailSender } from './mail.ts'

/** An SMTP server (RFC 5321) that stores emails, or refuses and quotes them. */
async function mailServer(answerTo: (mail: string) => string = () => '250 taken') {
  const taken: string[] = []
  const server: Server = createServer((socket: Socket) => {
    let data: string | undefined
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (data !== undefined && line === '.') {
          taken.push(data)
          socket.write(`${answerTo(data)}\r\n`)
          data = undefined
        } else if (data !== undefined) data += `${line}\n`
        else if (line === 'DATA') {
          data = ''
          socket.write('354 go on\r\n')
        } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { taken, url: `smtp://127.0.0.1:${port}`, close: () => server.close() }
}

/** Quoted-printable breaks a long line with `=` at its end (RFC 2045 §6.7). */
const readable = (mail: string) => mail.replaceAll('=\n', '').replaceAll('=3D', '=')

describeEachDialect('the invitation email', (database) => {
  const logged: unknown[] = []
  const log = { warn: (...entry: unknown[]) => logged.push(entry) }
  const closing: (() => void)[] = []
  let linkOf: InvitationLinks
  let product: Awaited<ReturnType<typeof seedProduct>>['product']
  let member: MemberId
  let mail: OutboxMail

  beforeEach(async () => {
    logged.splice(0)
    const { store, clock, ids } = database
    linkOf = invitationLinks({ store, clock, key: new Uint8Array(32), baseUrl: 'https://stats.example' })
    product = (await seedProduct(database)).product
    member = ids.member()
    const at = timestamp(clock.now())
    const email = 'guest@example.com'
    await store.members.insert(product, { id: member, email, role: 'viewer', account: undefined, at })
    mail = { id: `out_${member}`, to: email, subject: 'Invited', text: 'You are.', invitation: member, created_at: at }
    await store.outbox.enqueue(mail)
  })
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  const link = async () => (await linkOf(member))?.url.reveal() ?? 'no link'
  const deliver = async (smtpUrl?: string) => {
    const settings = {
      mail: smtpUrl === undefined ? undefined : { smtpUrl, from: 'Footfall <f@a.example>', domain: 'a.example' },
    }
    await deliverMail(
      database.store,
      mailSender(settings, log, { invitation: linkOf, passwordReset: async () => undefined }),
      database.clock,
      log,
    )
  }
  const waiting = async () => {
    const later = timestamp(database.clock.now() + 86_400_000)
    return (await database.store.outbox.take(later, later, 100)).filter(({ id }) => id === mail.id)
  }

  it('an invitation email ends with its link, which is not stored in the outbox', async () => {
    const server = await mailServer()
    closing.push(server.close)
    await deliver(server.url)
    expect(server.taken).toHaveLength(1)
    expect(readable(server.taken[0] ?? '')).toContain(`You are.\n\n${await link()}`)
    expect(await waiting()).toEqual([])
    expect(logged).toEqual([])
  })

  it('an invitation email is kept without its link when the server rejects it, even if the server quotes it', async () => {
    const server = await mailServer((text) => `554 no such links here: ${readable(text).match(/https:\S+/)?.[0]}`)
    closing.push(server.close)
    await deliver(server.url)
    const [, code = 'no code'] = (await link()).split(`${member}.`)
    expect(server.taken).toHaveLength(1)
    expect(readable(server.taken[0] ?? '')).toContain(code)
    const [again] = await waiting()
    expect(again).toMatchObject({ id: mail.id, attempts: 2 })
    expect(JSON.stringify(logged)).toContain('554 no such links here')
    expect(JSON.stringify([again, logged])).not.toContain(code)
  })

  it('an email that the server rejects for five days is left to the operator, and does not stay in the queue', async () => {
    const { store, clock } = database
    const server = await mailServer(() => '550 no such mailbox')
    closing.push(server.close)
    const notice = {
      id: `${mail.id}_notice`,
      to: 'gone@example.com',
      subject: 'A token',
      text: 'Made.',
      created_at: mail.created_at,
    }
    await store.outbox.enqueue(notice)
    const state = () => store.outbox.find(notice.id)
    for (let hours = 0; hours < 5 * 24; hours += 6) {
      await deliver(server.url)
      expect(await state()).toMatchObject({ delivered_at: null })
      clock.advance(6 * 3_600_000)
    }
    await deliver(server.url)
    expect(await state()).toMatchObject({
      delivered_at: timestamp(clock.now()),
      problem: expect.stringMatching(/^This email was rejected for five days: .*550 no such mailbox/),
    })
    const tried = server.taken.length
    clock.advance(86_400_000)
    await deliver(server.url)
    expect(server.taken).toHaveLength(tried)
  })

  it('an invitation email is not sent for a revoked invitation', async () => {
    const server = await mailServer()
    closing.push(server.close)
    await database.store.members.remove(product, member)
    await deliver(server.url)
    expect(server.taken).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('leaves an invitation email to the operator if no server is set: the log has its id and kind, and neither address, text nor link', async () => {
    await deliver()
    const text = JSON.stringify(logged)
    expect(logged).toEqual([
      [{ mail: mail.id, kind: 'invitation' }, expect.stringContaining(`footfall mail show ${mail.id}`)],
    ])
    expect(text).not.toMatch(/guest@example|You are|Invited/)
    expect(text).not.toContain((await link()).split(`${member}.`)[1])
    expect(await waiting()).toEqual([])
    expect(await database.store.outbox.find(mail.id)).toMatchObject({
      text: 'You are.',
      delivered_at: expect.any(String),
      problem: expect.stringContaining('SMTP_URL is not set'),
    })
  })
})

describeEachDialect('the password reset email', (database) => {
  const PASSWORD = 'correct horse battery'
  const logged: unknown[] = []
  const log = { warn: (...entry: unknown[]) => logged.push(entry) }

  it('a password reset email ends with the link and its code, which are neither in the outbox, in a server’s quote, nor in the log', async () => {
    const { store, clock, random, ids } = database
    const email = `${ids.account().toLowerCase()}@example.com`
    const { account } = await createAccount(database, { email, name: 'Ada', password: PASSWORD })
    const reset = await issueReset(store, account, database)
    const linkOf = passwordResetLinks({ store, clock, key: new Uint8Array(32), baseUrl: 'https://stats.example' })
    const links = { invitation: async () => undefined, passwordReset: linkOf }
    const link = await linkOf(reset.id)
    const [, secret = 'no code'] = link?.code.reveal().split('.') ?? []
    const at = timestamp(clock.now())
    const id = `out_${random.bytes(4).join('')}`
    await store.outbox.enqueue({
      id,
      to: email,
      subject: 'Reset',
      text: 'You can.',
      password_reset: reset.id,
      created_at: at,
    })
    const deliver = (smtpUrl: string | undefined) => {
      const mail = smtpUrl === undefined ? undefined : { smtpUrl, from: 'Footfall <f@a.example>', domain: 'a.example' }
      return deliverMail(store, mailSender({ mail }, log, links), clock, log)
    }
    const waiting = async () => {
      clock.advance(600_000)
      const now = timestamp(clock.now())
      return (await store.outbox.take(now, now, 100)).filter((mail) => mail.id === id)
    }

    const rejecting = await mailServer((text) => `554 no such code here: ${readable(text).match(/rst_\S+/)?.[0]}`)
    await deliver(rejecting.url)
    rejecting.close()
    expect(readable(rejecting.taken[0] ?? '')).toContain(`https://stats.example/reset-password#${link?.code.reveal()}`)
    expect(JSON.stringify([await waiting(), logged])).not.toContain(secret)
    await deliver(undefined)
    expect(JSON.stringify(logged)).toContain(`footfall mail show ${id}`)
    expect(JSON.stringify(logged)).not.toContain(email)
    expect(JSON.stringify(logged)).not.toContain(secret)
  })

  it('a password reset email is not sent when the link is no longer valid', async () => {
    const { store, clock, ids } = database
    const email = `${ids.account().toLowerCase()}@example.com`
    const { account } = await createAccount(database, { email, name: 'Ada', password: PASSWORD })
    const reset = await issueReset(store, account, database)
    const linkOf = passwordResetLinks({ store, clock, key: new Uint8Array(32), baseUrl: 'https://stats.example' })
    const created_at = timestamp(clock.now())
    await store.outbox.enqueue({
      id: `out_${email}`,
      to: email,
      subject: 'R',
      text: 'T',
      password_reset: reset.id,
      created_at,
    })
    clock.advance(3_600_000)
    const server = await mailServer()
    const mail = { smtpUrl: server.url, from: 'Footfall <f@a.example>', domain: 'a.example' }
    const links = { invitation: async () => undefined, passwordReset: linkOf }
    await deliverMail(store, mailSender({ mail }, log, links), clock, log)
    server.close()
    expect(server.taken).toEqual([])
  })
})
