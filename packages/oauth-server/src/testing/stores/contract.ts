import type { TestRunner } from '../runner.ts'
import { clientRules } from './client-rules.ts'
import { codeRules } from './code-rules.ts'
import { connectionRules } from './connection-rules.ts'
import { consentRules } from './consent-rules.ts'
import { deviceRules } from './device-rules.ts'
import { purgeRules } from './purge-rules.ts'
import type { OpenStores, Rule } from './rule.ts'

/**
 * What every implementation of `OAuthStores` must do, one rule a test. `open` is called in each test and returns stores that may
 * hold records of others; with `other`, a second connection to the same database, the races run across both. The tests
 * remove expired records, so give them their own database.
 */
export function describeStores({ describe, it }: TestRunner, name: string, open: OpenStores): void {
  const rule: Rule = (title, body) => void it(title, () => body(open))
  describe(`the OAuth stores, ${name}`, () => {
    describe('clients', () => clientRules(rule))
    describe('consent requests', () => consentRules(rule))
    describe('codes', () => codeRules(rule))
    describe('device requests', () => deviceRules(rule))
    describe('connections', () => connectionRules(rule))
    describe('purging', () => purgeRules(rule))
  })
}
