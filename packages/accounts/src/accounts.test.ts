import { AlreadyExists, InvalidRequest } from '@footfall/core-domain'
import { describeEachDialect, type TestDatabase } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { createAccount } from './index.ts'
import { verifyPassword } from './test-support.ts'

const PASSWORD = 'correct horse battery'

describeEachDialect('accounts', (database) => {
  it('verifies an account by its password and its email in any case', async () => {
    const { account, password } = await createAccount(database, person(database, { email: 'Ada@Example.COM' }))
    expect(password).toBeUndefined()
    expect(account.email).toBe('ada@example.com')
    const found = await verifyPassword(database.store, { email: ' ADA@example.com', password: PASSWORD })
    expect(found).toEqual(account)
  })

  it('rejects a wrong password, an unknown email and an account without a password in the same way', async () => {
    const { account } = await createAccount(database, person(database))
    const withoutPassword = { ...account, id: database.ids.account(), email: 'nopassword@example.com' }
    await database.store.accounts.insert(withoutPassword)
    for (const email of [account.email, 'nobody@example.com', withoutPassword.email]) {
      expect(await verifyPassword(database.store, { email, password: 'wrong horse battery' })).toBeUndefined()
    }
  })

  it('generates a password of at least 20 base62 characters for an account without a given one', async () => {
    const { email, name } = person(database)
    const { account, password = '' } = await createAccount(database, { email, name })
    expect(password).toMatch(/^[0-9A-Za-z]{20,}$/)
    expect(await verifyPassword(database.store, { email, password })).toEqual(account)
  })

  it('stores no password of an account in plaintext', async () => {
    const { email, name } = person(database)
    const { account, password = '' } = await createAccount(database, { email, name })
    const stored = await database.store.accounts.findPassword(account.id)
    expect(stored).not.toContain(password)
    expect(JSON.stringify(account)).not.toContain(password)
  })

  it('rejects a second account with the same email', async () => {
    const input = person(database)
    await createAccount(database, input)
    await expect(createAccount(database, { ...input, email: input.email.toUpperCase() })).rejects.toThrow(AlreadyExists)
  })

  it('stores one account when two requests create it at the same time', async () => {
    const input = person(database)
    const outcomes = await Promise.allSettled([createAccount(database, input), createAccount(database, input)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const accounts = await database.store.accounts.list()
    expect(accounts.filter(({ email }) => email === input.email)).toHaveLength(1)
    expect(await verifyPassword(database.store, input)).toBeDefined()
  })

  it.each([
    ['a short password', { password: 'seven77' }, 'password'],
    ['a long password', { password: 'x'.repeat(129) }, 'password'],
    ['no e-mail address', { email: 'ada' }, 'email'],
    ['an empty name', { name: ' ' }, 'name'],
  ])('rejects an account with %s, and names the field', async (_, change, field) => {
    const rejected = createAccount(database, { ...person(database), ...change })
    await expect(rejected).rejects.toThrow(InvalidRequest)
    await expect(rejected).rejects.toMatchObject({ errors: [{ path: field }] })
  })

  it('names every invalid field of a rejected account at once', async () => {
    const rejected = createAccount(database, { email: 'ada', name: '', password: 'short' })
    await expect(rejected).rejects.toMatchObject({
      errors: [{ path: 'email' }, { path: 'name' }, { path: 'password' }],
    })
  })

  it('accepts passwords of 12 and of 120 characters for an account', async () => {
    for (const password of ['twelve chars', 'tea river '.repeat(12)]) {
      const input = { ...person(database), password }
      await createAccount(database, input)
      expect(await verifyPassword(database.store, input)).toBeDefined()
    }
  })
})

function person({ ids }: TestDatabase, change: { email?: string } = {}) {
  return { email: `${ids.account().toLowerCase()}@example.com`, name: 'Ada', password: PASSWORD, ...change }
}
