import { createFactorSettings, createSecondFactors, totpCode, totpStep } from '@footfall/accounts'
import { MINUTE_MS, timestamp } from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import { describeEachDialect, snapshot } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import {
  type CallingScenario,
  callsOn,
  scenarioOn,
  seedGiven,
  servicesOn,
  writeInputs,
} from '../../test-support/index.ts'
import { addAuthenticator } from './add-authenticator.ts'
import { addPasskey } from './add-passkey.ts'
import { authenticatorSetup } from './authenticator-setup.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { removeAuthenticator } from './remove-authenticator.ts'
import { removePasskey } from './remove-passkey.ts'
import { replaceRecoveryCodes } from './replace-recovery-codes.ts'
import { secondFactors } from './second-factors.ts'

describeEachDialect('second factors of an account', (database) => {
  let on: CallingScenario
  let owner: Principal
  beforeEach(async () => {
    on = await scenarioOn(database, { name: 'Shop' })
    owner = await on.person('owner')
  })

  const setUp = async (by = owner) => {
    const { data } = await on.call(by, authenticatorSetup)
    return {
      secret: data.secret as string,
      body: { setup: data.setup, code: totpCode(data.secret, totpStep(database.clock.now())) },
    }
  }
  const mails = async () => {
    const at = timestamp(database.clock.now())
    const { email } = on.people.owner.account
    return (await database.store.outbox.take(at, at, 1_000)).filter(({ to }) => to === email)
  }
  const entries = () => database.store.audit.list({ account: on.people.owner.account.id, limit: 20 })

  it('adds an authenticator app with its first code, and shows ten recovery codes once', async () => {
    const { body } = await setUp()
    const preview = await on.preview(owner, addAuthenticator, { body })
    expect(preview.data.state).toBe('previewed')
    expect((await on.call(owner, secondFactors)).data.authenticator).toBeNull()
    const { data } = await on.call(owner, addAuthenticator, { body })
    expect(new Set(data.secret.split('\n')).size).toBe(10)
    expect((await on.call(owner, secondFactors)).data).toMatchObject({
      authenticator: { created_at: expect.any(String) },
      passkeys: [],
      recovery_codes: 10,
    })
    expect(await on.call(owner, addAuthenticator, { body })).toMatchObject({ fields: ['setup'] })
    expect(await on.call(owner, addAuthenticator, { body: (await setUp()).body })).toMatchObject({
      code: 'already_exists',
    })
  })

  it('rejects a wrong code, an expired setup and the setup of another account', async () => {
    const { body } = await setUp()
    expect(await on.call(owner, addAuthenticator, { body: { ...body, code: '12345' } })).toMatchObject({
      fields: ['code'],
    })
    const other = await setUp(await on.person('admin'))
    expect(await on.call(owner, addAuthenticator, { body: other.body })).toMatchObject({ fields: ['setup'] })
    for (const setup of ['', 's1.x', `x${body.setup}`])
      expect(await on.call(owner, addAuthenticator, { body: { ...body, setup } })).toMatchObject({ fields: ['setup'] })
    database.clock.advance(15 * MINUTE_MS)
    const fresh = await on.person('owner')
    expect(await on.call(fresh, addAuthenticator, { body })).toMatchObject({ fields: ['setup'] })
  })

  it('adds and removes second factors, and makes recovery codes, only after a recent sign-in', async () => {
    const { body } = await setUp()
    const passkey = await writeInputs(addPasskey, on)
    await seedGiven('authenticator', on)
    await seedGiven('passkey', on)
    database.clock.advance(10 * MINUTE_MS)
    for (const [operation, input] of [
      [addAuthenticator, { body }],
      [addPasskey, passkey.good],
      [removeAuthenticator, {}],
      [removePasskey, { path: { passkey_id: 'psk_1' } }],
      [replaceRecoveryCodes, {}],
    ] as const)
      for (const answer of [await on.call(owner, operation, input), await on.preview(owner, operation, input)])
        expect({ name: operation.name, code: answer.code }).toEqual({
          name: operation.name,
          code: 'reauthentication_required',
        })
  })

  it('sends an email and writes an audit entry about each change of second factors', async () => {
    await on.call(owner, addAuthenticator, { body: (await setUp()).body })
    const { good } = await writeInputs(addPasskey, on)
    const { data } = await on.call(owner, addPasskey, good)
    expect(data.secret).toBeUndefined()
    await on.call(owner, replaceRecoveryCodes)
    await on.call(owner, removePasskey, { path: { passkey_id: data.result.id } })
    await on.call(owner, removeAuthenticator)
    expect((await on.call(owner, secondFactors)).data).toMatchObject({
      authenticator: null,
      passkeys: [],
      recovery_codes: 0,
    })
    expect((await mails()).map(({ subject }) => subject).sort()).toEqual([
      'New recovery codes for your Footfall account',
      'New second factor in your Footfall account',
      'New second factor in your Footfall account',
      'Second factor removed from your Footfall account',
      'Second factor removed from your Footfall account',
    ])
    expect((await entries()).map(({ operation }) => operation).sort()).toEqual([
      'dashboard_authenticator_add',
      'dashboard_authenticator_remove',
      'dashboard_passkeys_add',
      'dashboard_passkeys_remove',
      'dashboard_recovery_codes_replace',
    ])
  })

  it('keeps secrets of second factors in no idempotency record, audit entry or email', async () => {
    const { secret, body } = await setUp()
    const { data } = await on.confirm(owner, addAuthenticator, { body }, 'app')
    const replay = await on.confirm(owner, addAuthenticator, { body }, 'app')
    expect(replay.data.secret).toBeUndefined()
    const stored = JSON.stringify(await snapshot(database))
    const hidden = [secret, body.setup, ...data.secret.split('\n'), data.secret.split('\n')[0].replaceAll('-', '')]
    for (const text of hidden) expect(stored).not.toContain(text)
  })

  it('does not remove the last second factor if the service requires one', async () => {
    await seedGiven('authenticator', on)
    await seedGiven('passkey', on)
    const services = servicesOn(database)
    const { clock, random, baseUrl } = services
    const checks = createSecondFactors({ clock, random, key: random.bytes(32), baseUrl, origins: [baseUrl] })
    const factors = createFactorSettings({ factors: checks, clock, random, required: true })
    const strict = callsOn({ ...services, factors }, on.product)
    const passkey = (await on.call(owner, secondFactors)).data.passkeys[0].id
    expect((await strict.call(owner, removePasskey, { path: { passkey_id: passkey } })).data.state).toBe('executed')
    expect(await strict.call(owner, removeAuthenticator)).toMatchObject({
      code: 'invalid_request',
      fields: ['account'],
    })
    const warned = await on.preview(owner, removeAuthenticator)
    expect(warned.data.warnings).toHaveLength(1)
    expect((await on.call(owner, removeAuthenticator)).data.state).toBe('executed')
  })

  it('lists the sessions of the person, marks this one, and ends one or all others', async () => {
    const other = await on.session('owner')
    const third = await on.session('owner')
    const admin = await on.session('admin')
    const list = async () => (await on.call(owner, listSessions)).data
    expect((await list()).map(({ current }: { current: boolean }) => current).sort()).toEqual([false, false, true])
    expect((await on.call(owner, endSession, { path: { session_id: admin.id } })).code).toBe('not_found')
    expect((await on.call(owner, endSession, { path: { session_id: other.id } })).data.result).toEqual({
      id: other.id,
      ended: true,
    })
    expect((await on.call(owner, endOtherSessions)).data.result).toEqual({ ended: 1 })
    expect(await list()).toHaveLength(1)
    expect(JSON.stringify(await list())).not.toContain(third.secret_hash)
  })
})
