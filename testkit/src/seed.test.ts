import { hashSecret, Role, timestamp } from '@footfall/core-domain'
import { expect, it } from 'vitest'
import { describeEachDialect, seedProduct, seedToken, seedTrust } from './index.ts'

describeEachDialect('seeding', (database) => {
  it('creates a product with a member in every role', async () => {
    const { product, people } = await seedProduct(database, { timezone: 'Europe/Berlin' })
    for (const role of Role.options) {
      const found = await database.store.products.findFor(people[role].account.id, product)
      expect(found).toMatchObject({ id: product, role, timezone: 'Europe/Berlin' })
    }
  })

  it('creates tokens that are found by their plaintext, with children under their parents', async () => {
    const { people } = await seedProduct(database)
    const root = await seedToken(database, people.owner.account, { scopes: ['products:read'] })
    const child = await seedToken(database, people.owner.account, { scopes: [], parent: root.token })
    const found = await database.store.tokens.findByHash(hashSecret(child.secret))
    expect(found?.token).toEqual(child.token)
    expect(found?.lineage).toEqual([root.token.id, child.token.id])
  })

  it('creates a trust that is found by the identity that it names', async () => {
    const { people } = await seedProduct(database)
    const { token } = await seedToken(database, people.owner.account, { scopes: ['team:read'] })
    const trust = await seedTrust(database, token, { subject: 'system:serviceaccount:web:reports' })
    const { issuer, audience, subject } = trust
    const asked = { issuer, audience, heads: [subject], trust: undefined }
    expect(await database.store.tokenTrusts.candidates(asked, timestamp(database.clock.now()), 2)).toEqual([trust])
  })
})
