import { timestamp } from '@footfall/core-domain'
import { describeEachDialect, softwareAuthenticator, type TestDatabase } from '@footfall/testkit'
import { expect, it } from 'vitest'
import {
  createFactorSettings,
  createSecondFactors,
  hashPassword,
  openSecondStep,
  passkeySignInOptions,
  putNewPassword,
  reauthenticateWithPasskey,
  reauthenticateWithPassword,
  reauthenticationOptions,
  signIn,
  signInWithPasskey,
  takeSecondStep,
  totpCode,
  totpStep,
} from '../index.ts'
import { HERE, KEY, NEXT, ORIGIN, PASSWORD, personOn } from '../test-support.ts'

const STEP_MS = 30_000

/** Somebody with an authenticator app, a passkey and recovery codes. */
async function personWithFactors(database: TestDatabase) {
  const person = await personOn(database)
  const { services, account, here, signedIn } = person
  const { store, clock } = services
  const settings = createFactorSettings({ ...services, required: false })
  const session = await signedIn(here)
  const setter = { ...account, session: session.id }
  const { setup, secret } = settings.setUpAuthenticator(account)
  const codeAt = (offset = 0) => totpCode(secret, totpStep(clock.now()) + offset)
  const codes = await store.transaction(async (tx) =>
    (await settings.addAuthenticator({ setup, code: codeAt() }, setter, tx.store)).commit(tx),
  )
  const device = softwareAuthenticator()
  const asked = await settings.setUpPasskey(account, store)
  const response = device.create({ challenge: asked.options.challenge, origin: ORIGIN })
  await store.transaction(async (tx) =>
    (await settings.addPasskey({ setup: asked.setup, name: 'Laptop', response }, setter, tx.store)).commit(tx),
  )
  const challenge = async (password = PASSWORD) => {
    const outcome = await signIn(services, { email: account.email, password }, HERE)
    return outcome?.kind === 'second_factor' ? outcome.challenge.reveal() : undefined
  }
  const take = async (given: string | undefined, code: string) =>
    (await takeSecondStep(services, given, code, HERE)).kind
  /** A proof of the passkey for a new challenge, to be presented with it. */
  const proof = async (change: Partial<Parameters<typeof device.get>[0]> = {}) => {
    const { options, challenge: state } = await passkeySignInOptions(services)
    return { state: state.reveal(), response: device.get({ challenge: options.challenge, origin: ORIGIN, ...change }) }
  }
  const enter = async ({ state, response: given }: Awaited<ReturnType<typeof proof>>) =>
    (await signInWithPasskey(services, state, given, HERE))?.account.id
  return {
    ...person,
    session,
    codeAt,
    recovery: codes?.reveal().split('\n') ?? [],
    challenge,
    take,
    proof,
    enter,
    device,
    later: () => database.clock.advance(2 * STEP_MS),
  }
}

describeEachDialect('a sign-in to an account with a second factor', (database) => {
  it('requires a code after the password, and begins no session before it', async () => {
    const { account, challenge, take, codeAt, later, services, entries } = await personWithFactors(database)
    later()
    const before = await services.sessions.reader.list(account.id, timestamp(database.clock.now()))
    const given = await challenge()
    expect(await services.sessions.reader.list(account.id, timestamp(database.clock.now()))).toHaveLength(before.length)
    expect(await take(given, '000000')).toBe('wrong')
    expect(await take(given, codeAt())).toBe('signed_in')
    const [newest] = await services.sessions.reader.list(account.id, timestamp(database.clock.now()))
    expect(newest).toMatchObject({ second_factor: 'totp', address: HERE.address })
    const written = JSON.stringify(await entries())
    expect(written).toContain('a code of the authenticator app')
    expect(written).not.toContain(codeAt())
  })

  it('accepts a code once, also when two requests present it at once', async () => {
    const { challenge, take, codeAt, later } = await personWithFactors(database)
    later()
    const code = codeAt()
    const given = [await challenge(), await challenge(), await challenge()]
    const outcomes = await Promise.all(given.slice(0, 2).map((one) => take(one, code)))
    expect(outcomes.sort()).toEqual(['signed_in', 'wrong'])
    expect(await take(given[2], code)).toBe('wrong')
    // Nor an earlier one, although it is within the window.
    expect(await take(given[2], codeAt(-1))).toBe('wrong')
  })

  it('does not accept the code that added the authenticator app', async () => {
    const { challenge, take, codeAt } = await personWithFactors(database)
    expect(await take(await challenge(), codeAt())).toBe('wrong')
  })

  it('accepts each recovery code once, in any case and with or without hyphens, and sends an email', async () => {
    const { challenge, take, recovery, mails } = await personWithFactors(database)
    expect(new Set(recovery).size).toBe(10)
    const [first = '', second = ''] = recovery
    expect(await take(await challenge(), first)).toBe('signed_in')
    expect(await take(await challenge(), first)).toBe('wrong')
    expect(await take(await challenge(), second.toUpperCase().replaceAll('-', ''))).toBe('signed_in')
    const used = (await mails()).filter(({ subject }) => subject.includes('recovery code'))
    const left = used.map(({ text }) => /Unused codes: \d+/.exec(text)?.[0]).sort()
    expect(left).toEqual(['Unused codes: 8', 'Unused codes: 9'])
  })

  it('ends a second step with its use, after five minutes, and for a foreign challenge', async () => {
    const { challenge, take, recovery, services } = await personWithFactors(database)
    const used = await challenge()
    expect(await take(used, recovery[0] ?? '')).toBe('signed_in')
    expect(await take(used, recovery[1] ?? '')).toBe('over')
    expect(await take(await challenge(), recovery[1] ?? '')).toBe('signed_in')
    const old = await challenge()
    database.clock.advance(300_000)
    expect(await openSecondStep(services, old)).toBeUndefined()
    expect(await take(old, recovery[2] ?? '')).toBe('over')
    for (const foreign of [
      undefined,
      '',
      's1.x',
      `x${await challenge()}`,
      (await passkeySignInOptions(services)).challenge.reveal(),
    ])
      expect(await take(foreign, recovery[2] ?? '')).toBe('over')
  })

  it('ends a waiting second step when the password changes or the account is disabled', async () => {
    const { account, challenge, take, recovery, services } = await personWithFactors(database)
    const waiting = await challenge()
    const hash = await hashPassword(NEXT, services.random)
    await services.store.transaction((tx) => putNewPassword(tx, services, account, hash))
    expect(await take(waiting, recovery[0] ?? '')).toBe('over')
    // A password reset does not remove the second factor.
    const again = await challenge(NEXT)
    expect(again).toBeDefined()
    const at = timestamp(database.clock.now())
    await services.store.transaction((tx) => tx.store.accounts.setStatus(account.id, 'disabled', at))
    expect(await take(again, recovery[0] ?? '')).toBe('over')
  })

  it('delays further codes after wrong ones, independently of passwords', async () => {
    const { account, challenge, take, recovery, services } = await personWithFactors(database)
    const given = await challenge()
    for (let i = 0; i < 4; i++) expect(await take(given, '000000')).toBe('wrong')
    await expect(take(given, recovery[0] ?? '')).rejects.toThrow('Too many requests')
    expect(await challenge()).toBeDefined()
    database.clock.advance(1_000)
    // Wrong passwords delay no code.
    for (let i = 0; i < 4; i++) await signIn(services, { email: account.email, password: 'wrong horse battery' }, HERE)
    expect(await take(given, recovery[0] ?? '')).toBe('signed_in')
  })

  it('signs in with only a passkey, once for each challenge', async () => {
    const { account, proof, enter, services } = await personWithFactors(database)
    database.clock.advance(1_000)
    const first = await proof()
    expect(await enter(first)).toBe(account.id)
    expect(await enter(first)).toBeUndefined()
    const [newest] = await services.sessions.reader.list(account.id, timestamp(database.clock.now()))
    expect(newest?.second_factor).toBe('passkey')
    const parallel = await proof()
    const both = await Promise.all([enter(parallel), enter(parallel)])
    expect(both.filter((id) => id !== undefined)).toHaveLength(1)
  })

  it('accepts only the passkey of the account whose first factor was proven, if the service requires that', async () => {
    const [one, other] = [await personWithFactors(database), await personWithFactors(database)]
    const enter = async ({ state, response }: Awaited<ReturnType<typeof one.proof>>) =>
      (await signInWithPasskey(one.services, state, response, HERE, one.account.id))?.account.id
    expect(await enter(await other.proof())).toBeUndefined()
    expect(await enter(await one.proof())).toBe(one.account.id)
  })

  it('rejects a passkey of another origin, RP id, challenge or key, without verification, and with an old counter', async () => {
    const { account, proof, enter, services, device } = await personWithFactors(database)
    const { options } = await passkeySignInOptions(services)
    const stranger = softwareAuthenticator()
    const foreign = async () => {
      const { options: asked, challenge: state } = await passkeySignInOptions(services)
      const forged = stranger.get({ challenge: asked.challenge, origin: ORIGIN })
      return { state: state.reveal(), response: { ...forged, id: device.credentialId, rawId: device.credentialId } }
    }
    for (const wrong of [
      await proof({ origin: 'https://evil.example' }),
      await proof({ origin: 'https://evil.example', rpId: 'stats.example' }),
      await proof({ rpId: 'evil.example' }),
      await proof({ challenge: options.challenge }),
      await proof({ userVerified: false }),
      await proof({ userHandle: Buffer.from('acc_other').toString('base64url') }),
      await foreign(),
      { ...(await proof()), response: stranger.get({ challenge: options.challenge, origin: ORIGIN }) },
    ])
      expect(await enter(wrong as Awaited<ReturnType<typeof proof>>)).toBeUndefined()
    expect(await enter(await proof({ counter: 7 }))).toBe(account.id)
    expect(await enter(await proof({ counter: 7 }))).toBeUndefined()
    expect(await enter(await proof({ counter: 8 }))).toBe(account.id)
  })

  it('asks for the second factor when the person reauthenticates', async () => {
    const { services, session, recovery, device, account } = await personWithFactors(database)
    const given = { password: PASSWORD }
    await expect(
      reauthenticateWithPassword(services, session, { ...given, code: undefined }, HERE),
    ).rejects.toMatchObject({
      errors: [{ path: 'code', message: 'is required' }],
    })
    await expect(
      reauthenticateWithPassword(services, session, { ...given, code: '000000' }, HERE),
    ).rejects.toMatchObject({
      errors: [{ path: 'code' }],
    })
    const renewed = await reauthenticateWithPassword(services, session, { ...given, code: recovery[0] }, HERE)
    expect((await services.sessions.find(renewed.reveal()))?.id).toBe(session.id)

    const { options, challenge } = await reauthenticationOptions(services, session)
    const proof = {
      challenge: challenge.reveal(),
      response: device.get({ challenge: options.challenge, origin: ORIGIN }),
    }
    const elsewhere = await services.sessions.find((await services.sessions.begin(account)).reveal())
    if (elsewhere === undefined) throw new Error('no session')
    await expect(reauthenticateWithPasskey(services, elsewhere, proof, HERE)).rejects.toMatchObject({
      errors: [{ path: 'passkey' }],
    })
    await reauthenticateWithPasskey(services, session, proof, HERE)
    await expect(reauthenticateWithPasskey(services, session, proof, HERE)).rejects.toMatchObject({
      errors: [{ path: 'passkey' }],
    })
  })

  it('offers what the account can prove, and a passkey only where browsers offer passkeys', async () => {
    const { account, challenge, services } = await personWithFactors(database)
    expect((await openSecondStep(services, await challenge()))?.methods).toEqual(['totp', 'passkey', 'recovery_code'])
    const { clock, random, store } = services
    const baseUrl = 'https://192.0.2.1'
    const { passkey } = createSecondFactors({ clock, random, key: KEY, baseUrl, origins: [baseUrl] })
    expect(await passkey.canProve(store, account.id)).toBe(false)
  })

  it('keeps no readable secret of a second factor in the database', async () => {
    const { account, recovery, services } = await personWithFactors(database)
    const record = await services.store.secondFactors.authenticator(account.id)
    expect(record?.sealed_secret).toMatch(/^s1\./)
    const other = personOn(database)
    expect((await other).account.id).not.toBe(account.id)
    expect(await services.store.secondFactors.countRecoveryCodes(account.id)).toBe(recovery.length)
  })
})
