import type { Settings } from '@footfall/config'
import type { World } from '../world.ts'
import { addresses } from './addresses.ts'
import { analyticsEngine } from './analytics-engine.ts'
import { clocks } from './clocks.ts'
import { controlDatabase } from './control-database.ts'
import { dataDirectory, diskSpace, holderOf } from './data-directory.ts'
import { type Finding, failed, ok } from './finding.ts'
import { ingestLog } from './ingest-log.ts'
import { mail } from './mail.ts'
import { places } from './places.ts'
import { replicas } from './replicas.ts'
import { checkSettings } from './settings.ts'
import { traces } from './traces.ts'

/** Looks at every setting and store. Changes nothing. */
export async function examine(world: World): Promise<readonly Finding[]> {
  const { findings, settings, bad } = checkSettings(world.environment)
  if (settings === undefined) return findings
  // What is behind a variable that cannot be used is not what the operator meant.
  const usable = (...variables: readonly string[]) => !variables.some((variable) => bad.has(variable))
  const here = usable('DATA_DIR')
  const holder = here ? await holderOf(settings) : 'absent'
  const clock = world.clock.now
  const askedAt = clock()
  const control = here && usable('DATABASE_URL') ? await controlDatabase(settings, world) : NOT_LOOKED_AT
  const between = clock()
  const engine = here && usable('CLICKHOUSE_URL') ? await analyticsEngine(settings, holder) : NOT_LOOKED_AT
  return [
    ...findings,
    ...(here
      ? [await dataDirectory(settings), await diskSpace(settings), await ingestLog(settings, holder, clock())]
      : []),
    ...control.findings,
    ...(usable('SESSION_SECRET') ? [sessionSecret(settings)] : []),
    ...engine.findings,
    clocks([
      { of: 'PostgreSQL', said: control.clockMs, askedAt, answeredAt: between },
      { of: 'ClickHouse', said: engine.clockMs, askedAt: between, answeredAt: clock() },
    ]),
    ...(usable('PORT', 'HOST', 'BASE_URL') ? await addresses(settings, holder) : []),
    ...(usable('REPLICAS', 'REPLICA_URL') ? await replicas(settings) : []),
    ...(usable('SMTP_URL', 'MAIL_FROM') ? [await mail(settings)] : []),
    ...(usable('OTEL_EXPORTER_OTLP_ENDPOINT') ? await traces(settings) : []),
    await places(settings),
  ]
}

const NOT_LOOKED_AT = { findings: [], clockMs: undefined }

function sessionSecret({ database, sessionSecret: secret, dataDir }: Settings): Finding {
  if (secret !== undefined) return ok('session_secret', 'SESSION_SECRET is set')
  if ('sqlite' in database) return ok('session_secret', `made and kept in ${dataDir}`)
  return failed(
    'session_secret',
    'SESSION_SECRET is missing while DATABASE_URL is set: all replicas must share one',
    'export SESSION_SECRET="$(openssl rand -hex 32)", the same for every replica.',
  )
}
