import { expect } from '../expect.ts'
import { T0 } from '../time.ts'
import { aClient, aCode, aConsent, hash, ROOMY } from './records.ts'
import type { Rule } from './rule.ts'

export function consentRules(rule: Rule): void {
  rule('finds a consent request as it was added, expired or not', async (open) => {
    const { stores } = await open()
    const consent = aConsent({ expiresAt: T0 - 1 })
    await stores.consents.add(consent)
    expect(await stores.consents.find(consent.hash)).toEqual(consent)
    expect(await stores.consents.find(hash('unknown'))).toBeUndefined()
  })

  rule('approves a consent request once, and records when its client first got consent', async (open) => {
    const { stores } = await open()
    const client = aClient()
    await stores.clients.register(client, ROOMY)
    for (const [index, issuedAt] of [T0 + 1, T0 + 2].entries()) {
      const consent = aConsent({ clientId: client.id })
      const code = aCode(consent, { issuedAt })
      await stores.consents.add(consent)
      expect(await stores.consents.approve(consent.hash, code)).toBe(true)
      expect(await stores.consents.find(consent.hash)).toBeUndefined()
      expect(await stores.codes.find(code.hash)).toEqual(code)
      expect((await stores.clients.find(client.id))?.firstAllowedAt, `approval ${index}`).toBe(T0 + 1)
      const again = aCode(consent)
      expect(await stores.consents.approve(consent.hash, again)).toBe(false)
      expect(await stores.codes.find(again.hash)).toBeUndefined()
    }
  })

  rule('accepts one of many concurrent decisions on a consent request, on two handles', async (open) => {
    const { stores, other = stores } = await open()
    const consent = aConsent()
    await stores.consents.add(consent)
    const codes = [1, 2, 3, 4].map(() => aCode(consent))
    const answers = await Promise.all([
      ...codes.map((code, index) => (index % 2 ? stores : other).consents.approve(consent.hash, code)),
      stores.consents.remove(consent.hash),
      other.consents.remove(consent.hash),
    ])
    expect(answers.filter(Boolean)).toHaveLength(1)
    const kept = await Promise.all(codes.map(({ hash }) => stores.codes.find(hash)))
    expect(kept.map(Boolean)).toEqual(answers.slice(0, 4))
  })
}
