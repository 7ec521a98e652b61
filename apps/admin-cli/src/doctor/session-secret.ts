import type { Settings } from '@footfall/config'
import { describeSecrets, type OldSecrets, secretCount, unreadableSecrets } from '@footfall/operate'
import { type Finding, failed, ok, warning } from './finding.ts'

const check = 'session_secret'

/** Where the secret is, and whether everything that it encrypts can be read. */
export function sessionSecret(
  { database, sessionSecret: secret, previousSessionSecret, dataDir }: Settings,
  secrets: OldSecrets | undefined,
): Finding[] {
  if (secret === undefined && 'postgres' in database)
    return [
      failed(
        check,
        'SESSION_SECRET is missing while DATABASE_URL is set: all replicas must share one',
        'export SESSION_SECRET="$(openssl rand -hex 32)", the same for every replica.',
      ),
    ]
  const found = secret === undefined ? `made and kept in ${dataDir}` : 'SESSION_SECRET is set'
  if (secrets !== undefined && secretCount(secrets.unreadable) > 0) {
    const problem = unreadableSecrets(secrets.unreadable)
    return [failed(check, `${found}; ${problem.found}`, problem.fix)]
  }
  if (previousSessionSecret === undefined) return [ok(check, found)]
  const waiting = secrets === undefined ? 0 : secretCount(secrets.previous)
  return [
    waiting > 0
      ? warning(
          check,
          `${found}; ${describeSecrets(secrets?.previous ?? {})} need SESSION_SECRET_PREVIOUS`,
          'Start the service, which encrypts them again.',
        )
      : ok(check, `${found}, and SESSION_SECRET_PREVIOUS is accepted; nothing stored needs it`),
  ]
}
