import {
  AlreadyExists,
  DAY_MS,
  InvalidRequest,
  InvalidToken,
  type MemberId,
  type Role,
  timestamp,
} from '@footfall/core-domain'
import { describeEachDialect, seedAccount, seedProduct } from '@footfall/testkit'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createInvitations,
  type InvitationLinks,
  InvitationNotOpen,
  type Invitations,
  InvitedAddressDiffers,
  invitationLinks,
  type Sessions,
} from '../index.ts'
import { sessionsWith, verifyPassword } from '../test-support.ts'

const PASSWORD = 'correct horse battery'
const ORIGIN = { address: '192.0.2.7', requestId: 'req_1' }

describeEachDialect('an invitation', (database) => {
  const key = new Uint8Array(32).fill(7)
  let invitations: Invitations
  let linkOf: InvitationLinks
  let sessions: Sessions
  let product: Awaited<ReturnType<typeof seedProduct>>['product']
  let email: string
  let id: MemberId

  beforeEach(async () => {
    const { store, clock, random } = database
    sessions = sessionsWith(database, key)
    invitations = createInvitations({ store, sessions, clock, random, key })
    linkOf = invitationLinks({ store, clock, key, baseUrl: 'https://stats.example' })
    product = (await seedProduct(database, { name: 'Shop' })).product
    ;({ id, email } = await invite())
  })

  async function invite(address = `${database.ids.member().toLowerCase()}@example.com`, role: Role = 'editor') {
    const invited = database.ids.member()
    const at = timestamp(database.clock.now())
    await database.store.members.insert(product, { id: invited, email: address, role, account: undefined, at })
    return { id: invited, email: address }
  }
  const presented = async (member = id) => {
    const [, code = ''] = (await linkOf(member))?.url.reveal().split('#')[1]?.split('.') ?? []
    return { member: member as string, code }
  }
  const signedIn = async (address = email) => {
    const account = { ...(await seedAccount(database)), id: database.ids.account(), email: address }
    await database.store.accounts.insert(account)
    const session = await sessions.find((await sessions.begin(account)).reveal())
    if (session === undefined) throw new Error('no session')
    return { account, session: session.id }
  }
  const membership = () => database.store.members.find(product, id)
  const newcomer = { name: 'Ada', password: PASSWORD }

  it('makes an invitation link with its code in the fragment, for the invited email, valid for fourteen days', async () => {
    const link = await linkOf(id)
    expect(link).toMatchObject({ email, expires_at: timestamp(database.clock.now() + 14 * DAY_MS) })
    expect(link?.url.reveal()).toMatch(new RegExp(`^https://stats\\.example/invitation#${id}\\.[\\w-]{43}$`))
    expect(JSON.stringify(link)).not.toContain(link?.url.reveal())
    expect(await linkOf(database.ids.member())).toBeUndefined()
  })

  it('shows an invitation without accepting it, and whether its email has an account', async () => {
    const view = { product: { name: 'Shop' }, role: 'editor', email, has_account: false }
    expect(await invitations.look(await presented())).toEqual(view)
    await signedIn()
    expect(await invitations.look(await presented())).toEqual({ ...view, has_account: true })
    expect((await membership())?.member.status).toBe('invited')
  })

  it('makes a signed-in person who accepts their invitation a member, with an audit entry', async () => {
    const by = await signedIn()
    database.clock.advance(5_000)
    const joined = await invitations.accept(await presented(), by, ORIGIN)
    expect(joined).toEqual({ product, role: 'editor' })
    expect(await membership()).toMatchObject({
      account: by.account.id,
      member: { status: 'active', joined_at: timestamp(database.clock.now()), revision: 2, name: by.account.name },
    })
    expect((await database.store.products.findFor(by.account.id, product))?.role).toBe('editor')
    const [entry] = await database.store.audit.list({ product, limit: 1 })
    expect(entry).toMatchObject({
      operation: 'dashboard_invitation_accept',
      channel: 'dashboard',
      actor: { kind: 'session', credential: by.session, account: by.account.id },
      subject: id,
      address: '192.0.2.7',
      request_id: 'req_1',
    })
  })

  it('creates account and membership together when a new person accepts an invitation', async () => {
    const { account, role } = await invitations.acceptAsNew(await presented(), newcomer, ORIGIN)
    expect({ role, account }).toMatchObject({ role: 'editor', account: { email, name: 'Ada' } })
    expect(await verifyPassword(database.store, { email, password: PASSWORD })).toEqual(account)
    expect((await membership())?.account).toBe(account.id)
    expect(await database.store.audit.list({ product, limit: 5 })).toHaveLength(1)
  })

  it('accepts an invitation once, also when several people try at the same time', async () => {
    const link = await presented()
    const stores = [database.store, database.open().store]
    const outcomes = await Promise.allSettled(
      [0, 1, 2, 3].map((i) => {
        const { clock, random } = database
        const store = stores[i % 2] ?? database.store
        return createInvitations({ store, sessions, clock, random, key }).acceptAsNew(link, newcomer, ORIGIN)
      }),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect([InvitationNotOpen, AlreadyExists]).toContain(outcome.reason.constructor)
    const accounts = await database.store.accounts.list()
    expect(accounts.filter((account) => account.email === email)).toHaveLength(1)
    expect(await database.store.audit.list({ product, limit: 5 })).toHaveLength(1)
  })

  describe('the error of a rejected invitation', () => {
    const rejected = async (link: { member: string; code: string }) => {
      const by = await signedIn(`${database.ids.account().toLowerCase()}@example.com`)
      for (const attempt of [
        () => invitations.look(link),
        () => invitations.accept(link, by, ORIGIN),
        () => invitations.acceptAsNew(link, newcomer, ORIGIN),
      ]) {
        const error = await attempt().catch((reason: unknown) => reason)
        expect(error).toBeInstanceOf(InvitationNotOpen)
        expect(error).toMatchObject({ code: 'not_found', detail: new InvitationNotOpen().detail })
      }
    }

    it('rejects an invitation with a code that is wrong, truncated, padded, in another case or of another invitation', async () => {
      const { member, code } = await presented()
      const other = await presented((await invite()).id)
      const wrong = [
        '',
        code.slice(0, -1),
        `${code}=`,
        ` ${code}`,
        code.toUpperCase(),
        other.code,
        'ü'.repeat(43),
        '\u0000',
      ]
      for (const guess of wrong) await rejected({ member, code: guess })
      for (const guess of [other.member, '', 'x', `${member} `, "mbr_' OR '1'='1", member.toLowerCase()])
        await rejected({ member: guess, code })
      expect((await membership())?.member.status).toBe('invited')
    })

    it('rejects an invitation whose code was made with another key', async () => {
      const { store, clock } = database
      const foreign = invitationLinks({ store, clock, key: new Uint8Array(32), baseUrl: 'https://stats.example' })
      await rejected({ member: id, code: (await foreign(id))?.url.reveal().split('.').at(-1) ?? '' })
    })

    it('rejects an invitation exactly from fourteen days on', async () => {
      const link = await presented()
      database.clock.advance(14 * DAY_MS - 1)
      expect(await invitations.look(link)).toMatchObject({ email })
      database.clock.advance(1)
      await rejected(link)
      expect(await linkOf(id)).toBeUndefined()
    })

    it('rejects an invitation that was withdrawn, even if the same person is invited again', async () => {
      const link = await presented()
      await database.store.members.remove(product, id)
      await rejected(link)
      await invite(email)
      await rejected(link)
    })

    it('rejects an invitation that has been accepted', async () => {
      const link = await presented()
      await invitations.acceptAsNew(link, newcomer, ORIGIN)
      await rejected(link)
      expect(await linkOf(id)).toBeUndefined()
    })
  })

  it('gives a new member the role that the invitation has at acceptance', async () => {
    const link = await presented()
    await database.store.members.setRole(product, id, 'viewer', timestamp(database.clock.now()))
    expect(await invitations.acceptAsNew(link, newcomer, ORIGIN)).toMatchObject({ role: 'viewer' })
  })

  it('rejects accepting an invitation for a person who is signed in with another email', async () => {
    const other = await signedIn(`${database.ids.account().toLowerCase()}@example.com`)
    const rejected = invitations.accept(await presented(), other, ORIGIN)
    await expect(rejected).rejects.toThrow(InvitedAddressDiffers)
    await expect(rejected).rejects.toMatchObject({ code: 'credential_not_accepted' })
    expect((await membership())?.member.status).toBe('invited')
  })

  it('rejects accepting an invitation for a session that has ended', async () => {
    const by = await signedIn()
    await database.store.transaction((tx) => sessions.endAll(by.account, tx))
    await expect(invitations.accept(await presented(), by, ORIGIN)).rejects.toThrow(InvalidToken)
    expect((await membership())?.member.status).toBe('invited')
  })

  it('creates no second account when an invitation is accepted for an email that has one', async () => {
    await signedIn()
    await expect(invitations.acceptAsNew(await presented(), newcomer, ORIGIN)).rejects.toThrow(AlreadyExists)
    expect((await membership())?.member.status).toBe('invited')
  })

  it('rejects accepting an invitation with an invalid name or password, and names the field', async () => {
    const link = await presented()
    for (const [change, path] of [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(121) }, 'name'],
      [{ name: 'a\u0000' }, 'name'],
      [{ password: 'short' }, 'password'],
      [{ password: 'x'.repeat(129) }, 'password'],
    ] as const) {
      const rejected = invitations.acceptAsNew(link, { ...newcomer, ...change }, ORIGIN)
      await expect(rejected).rejects.toThrow(InvalidRequest)
      await expect(rejected).rejects.toMatchObject({ errors: [{ path }] })
    }
    expect(await database.store.accounts.findByEmail(email)).toBeUndefined()
    expect((await membership())?.member.status).toBe('invited')
  })
})
