import { type Keyring, ProductId, SessionId } from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { createGrantStates } from './integrations/grant-states.ts'
import { createSignInStates } from './providers/sign-in-states.ts'

const OLD = new Uint8Array(32).fill(1)
const NEW = new Uint8Array(32).fill(2)
const clock = settableClock()
const random = seededRandom()
const session = SessionId.parse('ses_1')

it('finishes a sign-in at the provider that began before the key was replaced, with its own nonce and verifier', () => {
  const states = (key: Keyring) => createSignInStates({ key, clock, random })
  const browser = { secret: 'browser', session: undefined }
  const begun = states(OLD).issue(browser, { kind: 'sign_in' })
  expect(states([NEW, OLD]).open(begun.state, browser)).toEqual(begun)
  expect(states(NEW).open(begun.state, browser)).toBeUndefined()
  expect(states([NEW, OLD]).open(begun.state, { ...browser, secret: 'another' })).toBeUndefined()
  const next = states([NEW, OLD]).issue(browser, { kind: 'sign_in' })
  expect(states(NEW).open(next.state, browser)).toEqual(next)
})

it('finishes a connection of Search Console that began before the key was replaced, with its own verifier', () => {
  const states = (key: Keyring) => createGrantStates({ key, clock, random })
  const product = ProductId.parse('prd_1')
  const { state } = states(OLD).issue(session, product)
  const expected = states(OLD).open(state, session)
  expect(expected).toMatchObject({ product, expired: false })
  expect(states([NEW, OLD]).open(state, session)).toEqual(expected)
  expect(states(NEW).open(state, session)).toBeUndefined()
})
