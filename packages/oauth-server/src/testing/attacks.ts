import type { AttackedService } from './attacked-service.ts'
import { codeAttacks } from './code-attacks.ts'
import { consentAttacks } from './consent-attacks.ts'
import { deviceAttacks } from './device-attacks.ts'
import { races } from './races.ts'
import { graceAttacks, refreshAttacks } from './refresh-attacks.ts'
import { requestAttacks } from './request-attacks.ts'
import { rulesFor } from './rules.ts'
import type { TestRunner } from './runner.ts'
import { signInAttacks } from './sign-in-attacks.ts'
import { tokenAttacks } from './token-attacks.ts'

/**
 * The attacks of RFC 9700 and of the MCP specification against a running service over HTTP, one test each. `open` is called
 * once, by the first test; the caller closes the service after the last. The tests register clients, connect them and, with
 * `clock`, let weeks pass, so give them a service and stores of their own.
 */
export function describeAttacks(
  runner: TestRunner,
  name: string,
  open: () => AttackedService | Promise<AttackedService>,
): void {
  const rules = rulesFor(runner, open)
  rules.group(`attacks, ${name}`, () => {
    rules.group('on authorization codes', () => codeAttacks(rules))
    rules.group('on refresh tokens', () => refreshAttacks(rules))
    rules.group('on refresh tokens with a grace period', () => graceAttacks(rules))
    rules.group('on tokens and clients', () => tokenAttacks(rules))
    rules.group('on the authorization request', () => requestAttacks(rules))
    rules.group('during sign-in', () => signInAttacks(rules))
    rules.group('on the consent', () => consentAttacks(rules))
    rules.group('on device codes', () => deviceAttacks(rules))
    rules.group('by concurrent requests', () => races(rules))
  })
}
