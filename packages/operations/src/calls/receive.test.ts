import type { EngineShare, IntakeTurns } from '@footfall/core-domain'
import { describeEachDialect, seedProduct, seedProductKey } from '@footfall/testkit'
import { describe, expect, it } from 'vitest'
import type { IntakeServices } from '../definition/intake.ts'
import { recordCrawls } from '../features/intake/crawls.ts'
import { collectEvents } from '../features/intake/events.ts'
import { servicesOn } from '../test-support/index.ts'
import { authenticate } from './authenticate.ts'
import { receive } from './receive.ts'

const origin = { address: '192.0.2.1', userAgent: '', language: undefined, proxy: undefined }
const noTurns: IntakeTurns = { async next() {}, end() {} }

/** Accepts everything and keeps nothing. */
const collector: IntakeServices['collector'] = {
  event: async () => ({ accepted: true }),
  batch: async (_, events) => events.map(() => ({ state: 'accepted' })),
  countRejected() {},
  crawls: async (_, hits) => ({ accepted: hits.length }),
  payment: async () => ({ replayed: false }),
}

describeEachDialect('requests of keys', (database) => {
  it('takes the turns of the account that owns the product, whichever member issued the key', async () => {
    const { product, people } = await seedProduct(database)
    const shares: EngineShare[] = []
    const services: IntakeServices = {
      collector,
      async beginIntake(share) {
        shares.push(share)
        return noTurns
      },
    }
    for (const account of [people.owner.account.id, people.admin.account.id]) {
      const { secret } = await seedProductKey(database, product, { kind: 'crawler_intake', account })
      const principal = await authenticate(secret, servicesOn(database))
      const hits = [{ url: 'https://example.com/', user_agent: 'GPTBot/1.0' }]
      await receive(
        recordCrawls,
        { principal, origin, query: () => ({}), body: async () => () => ({ hits }) },
        services,
      )
    }
    expect(shares.map(({ account, person }) => [account, person])).toEqual(
      Array(2).fill([people.owner.account.id, 'keys']),
    )
  })

  describe.each([
    ['events', collectEvents, 'ingest', { name: 'pageview', ip: '192.0.2.1', timestamp: '2026-03-01T12:00:00Z' }],
    ['hits', recordCrawls, 'crawler_intake', {}],
  ] as const)('a request with a thousand %s', (list, operation, kind, fields) => {
    it.each(['https://example.com/', 'nowhere'])('checks fifty of them at a time, with the address %s', async (url) => {
      const { product } = await seedProduct(database)
      const { secret } = await seedProductKey(database, product, { kind })
      const principal = await authenticate(secret, servicesOn(database))
      let read = new Set<number>()
      const perTurn: number[] = []
      const elements = Array.from({ length: 1000 }, (_, i) => ({
        ...fields,
        url,
        get user_agent() {
          read.add(i)
          return 'GPTBot/1.0'
        },
      }))
      const next = async () => {
        perTurn.push(read.size)
        read = new Set()
      }
      const sent = { principal, origin, query: () => ({}), body: async () => () => ({ [list]: elements }) }
      await receive(operation, sent, {
        collector,
        beginIntake: async () => ({ next, end() {} }),
      }).catch(() => {})
      expect([...perTurn, read.size].filter((count) => count > 0)).toEqual(Array(20).fill(50))
    })
  })
})
