import { MINUTE_MS, timestamp } from '@footfall/core-domain'
import { type Principal, sessionPrincipal } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import type { Executable } from '../definition/operation.ts'
import { updateAccount } from '../features/account/update.ts'
import { createProductKey } from '../features/keys/create.ts'
import { deleteProduct } from '../features/products/delete.ts'
import { createToken } from '../features/tokens/create.ts'
import { replaceToken } from '../features/tokens/replace.ts'
import { updateToken } from '../features/tokens/update.ts'
import { type CallingScenario, callsOn, type Input, scenarioOn, servicesOn, sessionsOn } from '../test-support/index.ts'

const NEW_TOKEN = { name: 'CI', scopes: ['products:read'], products: { mode: 'all' } }
const RECENT_MS = 10 * MINUTE_MS

describeEachDialect('sensitive actions more than ten minutes after the sign-in', (database) => {
  let on: CallingScenario
  let person: Principal
  let sensitive: readonly (readonly [Executable, Input])[]
  beforeEach(async () => {
    on = await scenarioOn(database, { name: 'Shop' })
    person = await on.person('owner')
    const { token } = await on.token({ scopes: ['products:read'] })
    const path = { token_id: token.id }
    sensitive = [
      [createToken, { body: NEW_TOKEN }],
      [updateToken, { path, body: { name: 'Other' } }],
      [replaceToken, { path, body: {} }],
      [createProductKey, { body: { name: 'Reader', scopes: ['analytics:read'] } }],
      [deleteProduct, { body: { name: 'Shop' } }],
    ]
  })

  it('requires reauthentication to create or change a credential or to delete a product', async () => {
    database.clock.advance(RECENT_MS)
    for (const [operation, input] of sensitive)
      for (const answer of [await on.call(person, operation, input), await on.preview(person, operation, input)])
        expect({ name: operation.name, code: answer.code }).toEqual({
          name: operation.name,
          code: 'reauthentication_required',
        })
    if (person.kind !== 'session') throw new Error('no session')
    const { session } = person
    const sessions = sessionsOn(database)
    await database.store.transaction((tx) => sessions.renew(session, tx))
    for (const [operation, input] of sensitive)
      expect((await on.call(person, operation, input)).data.state).toBe('executed')
  })

  it('rejects a change in the transaction too, if the ten minutes pass before it begins', async () => {
    const services = servicesOn(database)
    const slow = callsOn(
      {
        ...services,
        transaction(work) {
          database.clock.advance(RECENT_MS)
          return services.transaction(work)
        },
      },
      on.product,
    )
    const { id, account } = await on.session('owner')
    const rejected = await slow.call(sessionPrincipal(id, account), createToken, { body: NEW_TOKEN })
    expect(rejected.code).toBe('reauthentication_required')
  })

  it('requires no reauthentication for other actions, or from a token', async () => {
    const token = await on.token({ scopes: ['tokens:write', 'products:read'] })
    database.clock.advance(RECENT_MS)
    expect((await on.call(person, updateAccount, { body: { name: 'Ada' } })).data.state).toBe('executed')
    expect((await on.preview(token, createToken, { body: NEW_TOKEN })).data.state).toBe('previewed')
  })

  it('sends the person an email about each token and key created in their name, without the secret', async () => {
    const secrets: string[] = []
    for (const [operation, input] of sensitive.slice(0, 4)) {
      const { data } = await on.call(person, operation, input)
      if (data.secret !== undefined) secrets.push(data.secret)
    }
    const at = timestamp(database.clock.now())
    const { email } = on.people.owner.account
    const mails = (await database.store.outbox.take(at, at, 1_000)).filter(({ to }) => to === email)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Access token replaced in your Footfall account',
      'New Website API key from your Footfall account',
      'New access token in your Footfall account',
    ])
    expect(secrets).toHaveLength(3)
    for (const secret of secrets) expect(JSON.stringify(mails)).not.toContain(secret)
  })
})
