import { setImmediate as soon } from 'node:timers/promises'
import { AccountId, defaultSettings, ProductId, UTC } from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { expect, it } from 'vitest'
import { listedNames } from './listed-names.ts'
import { NEW_NAMES_OF_NETWORK_MAX } from './name-budget.ts'

const engine = testEngine()

const clock = settableClock('2026-11-20T12:00:00Z')
const logger = { info() {}, warn() {}, error() {}, debug() {} }
const profileOf = (id: string) => ({ product: ProductId.parse(`prd_${id}`), ...defaultSettings(UTC) })
const texts = (event: string) => ({ event, title: '', props: {} })

it('keeps the names and budgets of a product while others with more names fill the memory', () => {
  const names = listedNames({ engine, clock, logger, namesMax: 2_000 })
  const quiet = profileOf('quiet')
  const isCut = (event: string) => names.limited(quiet, texts(event), () => 'network', clock.now()).isCut
  for (let i = 0; i < NEW_NAMES_OF_NETWORK_MAX.event; i++) isCut(`made up ${i}`)
  expect(isCut('one more')).toBe(true)
  for (let product = 0; product < 10; product++)
    for (let i = 0; i < 500; i++) names.learn(profileOf(`busy${product}`), texts(`event ${i}`))
  expect([isCut('made up 0'), isCut('one more')]).toEqual([false, true])
})

it('keeps the names of a product while another account fills the memory with many smaller products', () => {
  const names = listedNames({ engine, clock, logger, namesMax: 2_000 })
  const [quiet, large] = [AccountId.parse('acc_quiet'), AccountId.parse('acc_large')]
  const own = { ...profileOf('own'), owner: quiet }
  const isCut = (event: string) => names.limited(own, texts(event), () => 'network', clock.now()).isCut
  for (let i = 0; i < NEW_NAMES_OF_NETWORK_MAX.event; i++) isCut(`made up ${i}`)
  for (let product = 0; product < 60; product++)
    for (let i = 0; i < 50; i++) names.learn({ ...profileOf(`small${product}`), owner: large }, texts(`event ${i}`))
  expect([isCut('made up 0'), isCut('one more')]).toEqual([false, true])
})

it('events of a product wait once for its names to load, and not again while the engine is busy', async () => {
  const { promise: engineIsFree, resolve: free } = Promise.withResolvers<void>()
  const rows: Engine['rows'] = async (...asked) => {
    await engineIsFree
    return engine.rows(...asked)
  }
  const names = listedNames({ engine: { rows }, clock, logger })
  const profile = profileOf('waits')
  await names.ready(profile)
  const next = names.ready(profile).then(() => 'did not wait')
  expect(await Promise.race([next, soon('waited')])).toBe('did not wait')
  free()
})
