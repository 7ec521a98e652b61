import { type MadeBackup, ServiceStatus } from '@footfall/core-domain'
import { askRunningService } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { CommandError } from '../errors.ts'
import { counted, sizeText } from '../numbers.ts'
import { printResult } from '../terminal.ts'

export function statusCommand(program: Command, context: () => Context): void {
  program
    .command('status')
    .description('show the state of the running service: stores, waiting work, disk, versions, last backups')
    .addHelpText('after', '\nExit code 1 if no service runs on DATA_DIR, or if one of its stores does not work.')
    .action(async () => {
      const { terminal, settings } = context()
      const { dataDir } = settings()
      const answer = await askRunningService(dataDir, 'GET', '/status')
      if (answer === undefined)
        throw new CommandError(`No service runs on ${dataDir}.\n    → footfall doctor checks settings and stores.`)
      if (!answer.ok) throw new CommandError(answer.message)
      const status = ServiceStatus.safeParse(answer.body).data
      if (status === undefined) throw new CommandError('The running service is of another version; restart it.')
      printResult(terminal, status, statusText(status).join('\n'))
      if (status.status !== 'ready')
        throw new CommandError(`The service is ${status.status}; footfall doctor says what to do.`)
    })
}

function statusText(status: ServiceStatus): readonly string[] {
  const { process, versions, stores, queues, disk, last_backups } = status
  const { control_database, analytics_engine, ingest_log } = stores
  const engine = versions.engine === null ? '' : `, version ${versions.engine}`
  return [
    `status: ${status.status} at ${status.at}`,
    `process: ${process.pid}, since ${process.started_at}, ${sizeText(process.memory_bytes)} of memory`,
    `versions: Footfall ${versions.footfall}, Node.js ${versions.node}`,
    `control database: ${control_database.state}, ${control_database.kind}`,
    `analytics engine: ${analytics_engine.state}, ${analytics_engine.kind}${engine}`,
    `ingest log: ${ingest_log.state}, ${sizeText(ingest_log.bytes)} of ${sizeText(ingest_log.bytes_max)}`,
    `waiting: ${waitingText(queues)}`,
    `disk: ${disk === null ? 'not known' : `${sizeText(disk.free_bytes)} free of ${sizeText(disk.total_bytes)}`}`,
    `last backup of everything: ${backupText(last_backups.everything)}`,
    `last backup of control data: ${backupText(last_backups.control_data)}`,
    ...bucketLines(last_backups.bucket),
  ]
}

function waitingText({ events, events_since, jobs }: ServiceStatus['queues']): string {
  const ofEvents = `${counted(events, 'event')}${events_since === null ? '' : ` since ${events_since}`}`
  if (jobs === null) return `${ofEvents}; other queues are not known`
  const { emails, messages, imports, erasures, deleted_products } = jobs
  return [
    ofEvents,
    counted(emails, 'email'),
    counted(messages, 'message'),
    counted(imports, 'import'),
    `${counted(erasures, 'visitor')} to erase`,
    counted(deleted_products, 'deleted product'),
  ].join(', ')
}

function bucketLines({ made, failed }: ServiceStatus['last_backups']['bucket']): readonly string[] {
  const lines = made === null ? [] : [`last backup in the bucket: ${backupText(made)}`]
  return failed === null ? lines : [...lines, `backup in the bucket failed: ${failed.at}, ${failed.reason}`]
}

function backupText(backup: MadeBackup | null): string {
  return backup === null ? 'none' : `${backup.made_at}, ${sizeText(backup.bytes)}, ${backup.place}`
}
