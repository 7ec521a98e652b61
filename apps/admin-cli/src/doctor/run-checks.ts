import { holderOf } from '@footfall/operate'
import type { Dependencies } from '../dependencies.ts'
import { addresses } from './addresses.ts'
import { analyticsEngine } from './analytics-engine.ts'
import { backupBucketCheck } from './backup-bucket.ts'
import { clocks } from './clocks.ts'
import { controlDatabase } from './control-database.ts'
import { crawlerLists } from './crawler-lists.ts'
import { dataDirectory, diskSpace } from './data-directory.ts'
import type { Finding } from './finding.ts'
import { geoDatabase, networksDatabase } from './geo-database.ts'
import { ingestLog } from './ingest-log.ts'
import { instance } from './instance.ts'
import { mail } from './mail.ts'
import { replicas } from './replicas.ts'
import { sessionSecret } from './session-secret.ts'
import { checkSettings } from './settings.ts'
import { traces } from './traces.ts'

/** Checks every setting and store. Changes nothing. */
export async function runChecks(dependencies: Dependencies): Promise<readonly Finding[]> {
  const { findings, settings, bad } = checkSettings(dependencies.environment)
  if (settings === undefined) return findings
  // What depends on an invalid variable is not checked.
  const usable = (...variables: readonly string[]) => !variables.some((variable) => bad.has(variable))
  const dataDirUsable = usable('DATA_DIR')
  const holder = dataDirUsable ? holderOf(settings) : 'absent'
  const clock = dependencies.clock.now
  const askedAt = clock()
  const control = dataDirUsable && usable('DATABASE_URL') ? await controlDatabase(settings, dependencies) : SKIPPED
  const between = clock()
  const engine = dataDirUsable && usable('CLICKHOUSE_URL') ? await analyticsEngine(settings, holder) : SKIPPED
  return [
    ...findings,
    ...(usable('DATA_DIR', 'DATABASE_URL', 'CLICKHOUSE_URL', 'BASE_URL') ? [await instance(settings)] : []),
    ...(dataDirUsable
      ? [await dataDirectory(settings), await diskSpace(settings), await ingestLog(settings, holder, clock())]
      : []),
    ...control.findings,
    ...(usable('SESSION_SECRET', 'SESSION_SECRET_PREVIOUS') ? sessionSecret(settings, control.secrets) : []),
    ...engine.findings,
    clocks([
      { of: 'PostgreSQL', clockMs: control.clockMs, askedAt, answeredAt: between },
      { of: 'ClickHouse', clockMs: engine.clockMs, askedAt: between, answeredAt: clock() },
    ]),
    ...(usable('PORT', 'HOST', 'BASE_URL') ? await addresses(settings, holder) : []),
    ...(usable('REPLICAS', 'REPLICA_URL') ? await replicas(settings) : []),
    ...(usable('SMTP_URL', 'MAIL_FROM') ? [await mail(settings)] : []),
    ...(usable('OTEL_EXPORTER_OTLP_ENDPOINT') ? await traces(settings) : []),
    ...(usable(...BUCKET_VARIABLES) ? await backupBucketCheck(settings, dependencies) : []),
    await geoDatabase(settings),
    ...(await networksDatabase(settings)),
    ...(dataDirUsable ? [await crawlerLists(settings)] : []),
  ]
}

const BUCKET_VARIABLES = ['BACKUP_S3_URL', 'BACKUP_S3_REGION', 'BACKUP_S3_KEY_ID', 'BACKUP_S3_SECRET_KEY'] as const
const SKIPPED = { findings: [], clockMs: undefined, secrets: undefined }
