import { existsSync } from 'node:fs'
import { type Settings, storeConfig, storedSessionKeys } from '@footfall/config'
import { controlDatabaseFailure, engineClaimProblem, type OldSecrets, oldSecrets } from '@footfall/operate'
import { type ControlData, openStore } from '@footfall/storage'
import type { Dependencies } from '../dependencies.ts'
import { counted } from '../numbers.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

export interface ControlDatabase {
  readonly findings: readonly Finding[]
  /** The clock of the database server; undefined without a server. */
  readonly clockMs: number | undefined
  /** Undefined where the database was not read, or the secrets are not known. */
  readonly secrets: OldSecrets | undefined
}

const check = 'control_database'

/** Checks the database as it is; pending migrations are reported, not run. */
export async function controlDatabase(settings: Settings, dependencies: Dependencies): Promise<ControlDatabase> {
  const { database } = settings
  if ('sqlite' in database && !existsSync(database.sqlite.path))
    return {
      findings: [ok(check, `SQLite, ${database.sqlite.path} will be made at the first start`)],
      clockMs: undefined,
      secrets: undefined,
    }
  const kind = 'sqlite' in database ? 'SQLite' : 'PostgreSQL'
  let control: ControlData | undefined
  try {
    control = openStore(storeConfig(settings), dependencies)
    await control.store.ping()
    const pending = await control.pendingMigrations()
    if (pending.length > 0) {
      const found = `${kind}, ${pending.length} migrations are pending: ${pending.join(', ')}`
      return {
        findings: [warning(check, found, 'footfall migrate; the next start of the service does it as well.')],
        clockMs: await control.serverNow?.(),
        secrets: undefined,
      }
    }
    return {
      findings: [...(await contents(kind, control, dependencies)), ...(await engineClaim(settings, control))],
      clockMs: await control.serverNow?.(),
      secrets: await secretsOf(settings, control, dependencies),
    }
  } catch (error) {
    const { found, fix } = controlDatabaseFailure(error, settings)
    return { findings: [failed(check, found, fix)], clockMs: undefined, secrets: undefined }
  } finally {
    await control?.store.close()
  }
}

async function secretsOf(settings: Settings, { store }: ControlData, { random }: Dependencies) {
  const keys = await storedSessionKeys(settings)
  return keys && oldSecrets(store, { keys, random })
}

/** Only a problem is a finding, since the engine has its own check. */
async function engineClaim(settings: Settings, control: ControlData): Promise<Finding[]> {
  const problem = await engineClaimProblem(settings, control)
  return problem === undefined ? [] : [failed('analytics_engine', `DATABASE_URL: ${problem.found}`, problem.fix)]
}

async function contents(kind: string, control: ControlData, { clock }: Dependencies): Promise<Finding[]> {
  const accounts = (await control.store.accounts.list()).length
  const blocked = await control.idempotencyAdmin.count({ status: 'blocked', now: clock.now() })
  return [
    accounts > 0
      ? ok(check, `${kind}, migrated, ${counted(accounts, 'account')}`)
      : warning(
          check,
          `${kind}, migrated, no account yet`,
          'footfall account create --email you@example.com --name You',
        ),
    blocked === 0
      ? ok('writes', 'no confirmed write has an unknown outcome')
      : warning(
          'writes',
          `${counted(blocked, 'confirmed write')} with an unknown outcome; ${blocked === 1 ? 'its key is' : 'their keys are'} blocked`,
          'footfall idempotency list --status blocked, then inspect and resolve each.',
        ),
  ]
}
