import { type Account, MINUTE_MS, Secret, timestamp } from '@footfall/core-domain'
import { compression } from '@footfall/http-primitives'
import { createKeptSecrets, type KeptSecrets } from '@footfall/operations'
import { describeEachDialect, seedAccount, snapshot, testServer } from '@footfall/testkit'
import express from 'express'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { SignInServices } from '../sign-in/services.ts'
import { signInServicesOn } from '../sign-in/test-support.ts'
import { newSecretRouter } from './new-secret-router.ts'

/** Long, as is the name of the account, so that the pages are long enough to be compressed. */
const SECRET = `jk_${'ShownOnce'.repeat(50)}`
const KEY = new Uint8Array(32).fill(3)

describeEachDialect('the page of a new secret', (database) => {
  const server = testServer()
  let origin: string
  let signIn: SignInServices
  let kept: KeptSecrets
  let account: Account
  /** The address of a secret that waits for the account. */
  let url: string

  beforeAll(async () => {
    const { store, clock, random } = database
    origin = server.origin
    signIn = signInServicesOn(database, { key: KEY, origin, triesPerMinute: 0 })
    kept = createKeptSecrets({ store, key: KEY, clock, random, origin })
    server.handle(
      express()
        .use(compression())
        .use(newSecretRouter({ ...signIn, keptSecrets: kept })),
    )
  })
  beforeEach(async () => {
    account = await seedAccount(database, 'Ada'.repeat(40))
    url = await kept.keep(account.id, new Secret(SECRET))
  })

  const signedIn = async (person: Account) => {
    const secret = await signIn.sessions.begin(person)
    return { cookie: `footfall_session=${secret.reveal()}` }
  }
  const page = async (headers: Record<string, string>, method = 'GET', address = url) => {
    const form = { origin, 'content-type': 'application/x-www-form-urlencoded' }
    const encoded = { 'accept-encoding': 'br', ...headers }
    const init = method === 'GET' ? { headers: encoded } : { headers: { ...form, ...encoded }, body: 'show=once' }
    const response = await fetch(address, { method, redirect: 'manual', ...init })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  it('shows the secret once and uncompressed, to a person of the account who presses the button', async () => {
    const person = await signedIn(account)
    const opened = [await page(person), await page(person)]
    for (const { status, text } of opened) {
      expect({ status, hasSecret: text.includes(SECRET) }).toEqual({ status: 200, hasSecret: false })
      expect(text).toContain('Show the secret')
    }
    const shown = await page(person, 'POST')
    expect(shown.text).toContain(SECRET)
    expect(opened[0]?.headers.get('content-encoding')).toBe('br')
    expect(shown.headers.get('content-encoding')).toBeNull()
    expect(shown.headers.get('cache-control')).toBe('private, no-store')
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    for (const again of [await page(person), await page(person, 'POST')]) {
      expect(again.text).toContain('shown before')
      expect(again.text).not.toContain(SECRET)
    }
  })

  it('shows the secret to only one of several simultaneous requests', async () => {
    const person = await signedIn(account)
    const answers = await Promise.all(Array.from({ length: 6 }, () => page(person, 'POST')))
    expect(answers.filter(({ text }) => text.includes(SECRET))).toHaveLength(1)
  })

  it('shows the same page without the secret to another account, after ten minutes, and at a guessed address', async () => {
    const stranger = await signedIn(await seedAccount(database, 'Eve'))
    const ofStranger = [await page(stranger), await page(stranger, 'POST')]
    const guessed = await page(await signedIn(account), 'POST', `${origin}/new-secret/${'x'.repeat(43)}`)
    const odd = await page(await signedIn(account), 'GET', `${origin}/new-secret/%2e%2e%2fx`)
    database.clock.advance(10 * MINUTE_MS)
    const late = [await page(await signedIn(account)), await page(await signedIn(account), 'POST')]
    for (const answer of [...ofStranger, guessed, odd, ...late])
      expect({ status: answer.status, text: answer.text }).toEqual({ status: 404, text: guessed.text })
    expect(guessed.text).not.toContain(SECRET)
  })

  it('sends a person who is not signed in to the sign-in, and back', async () => {
    const { pathname } = new URL(url)
    for (const method of ['GET', 'POST'])
      expect(await page({}, method)).toMatchObject({ status: 303, text: expect.not.stringContaining(SECRET) })
    expect((await page({})).headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(pathname)}`)
  })

  it('shows no secret in a session whose sign-in is ten minutes old', async () => {
    const person = await signedIn(account)
    database.clock.advance(5 * MINUTE_MS)
    url = await kept.keep(account.id, new Secret(SECRET))
    database.clock.advance(5 * MINUTE_MS)
    for (const method of ['GET', 'POST']) {
      const { status, text } = await page(person, method)
      expect({ status, hasSecret: text.includes(SECRET) }).toEqual({ status: 403, hasSecret: false })
      expect(text).toContain(`name="next" value="${new URL(url).pathname}"`)
    }
    expect((await page(await signedIn(account), 'POST')).text).toContain(SECRET)
  })

  it('shows no secret to a form of another site', async () => {
    const foreign = await page({ ...(await signedIn(account)), origin: 'https://evil.example' }, 'POST')
    expect(foreign).toMatchObject({ status: 403, text: expect.not.stringContaining(SECRET) })
    expect((await page(await signedIn(account), 'POST')).text).toContain(SECRET)
  })

  it('leaves no readable secret and no address in the database, and nothing once it has expired', async () => {
    const stored = async () => (await snapshot(database)).kept_secrets ?? []
    const rows = JSON.stringify(await stored())
    expect(rows).toContain(account.id)
    expect(rows).not.toContain(SECRET)
    expect(rows).not.toContain(url.split('/').at(-1))
    await page(await signedIn(account), 'POST')
    const [row] = (await stored()).filter((line) => JSON.stringify(line).includes(account.id))
    expect(JSON.stringify(row)).not.toContain('s1.')
    database.clock.advance(10 * MINUTE_MS)
    await database.store.transaction(({ store }) => store.keptSecrets.purge(timestamp(database.clock.now())))
    expect(await stored()).toEqual([])
  })
})
