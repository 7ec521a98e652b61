import { ProductId } from '@footfall/core-domain'
import {
  BackupError,
  type BackupSource,
  type BackupSummary,
  type BucketBackup,
  backupBucket,
  backupToBucket,
  bucketSource,
  type CopyProgress,
  directorySource,
  directoryTarget,
  listBackups,
  makeBackup,
  type RestoredProduct,
  restoreBackup,
  restoreProduct,
  seeDocs,
} from '@footfall/operate'
import { type Command, Option } from 'commander'
import type { Context } from '../context.ts'
import { asCommandError, UsageError } from '../errors.ts'
import { counted } from '../numbers.ts'
import { progressBar } from '../progress.ts'
import { printResult } from '../terminal.ts'

interface BackupFlags {
  readonly controlData?: true
  readonly to?: 's3'
  readonly adopt?: true
}

interface RestoreFlags {
  readonly from?: 's3'
  readonly backup?: string
  readonly product?: string
  readonly owner?: string
  readonly dryRun?: boolean
}

export function backupCommands(program: Command, context: () => Context): void {
  program
    .command('backup')
    .description('copy DATA_DIR into a new directory or a bucket, with checksums; the service may run')
    .argument('[directory]', 'new or empty directory; it will hold secrets')
    .addOption(new Option('--to <place>', 'the bucket of BACKUP_S3_URL instead of a directory').choices(['s3']))
    .option('--control-data', 'only accounts, settings and credentials')
    .option('--adopt', 'take over the backups of the data directory that this one replaces')
    .action(async (directory: string | undefined, { controlData, to, adopt }: BackupFlags) => {
      const scope = controlData === true ? 'control_data' : 'everything'
      if ((directory === undefined) === (to === undefined)) throw new UsageError('Name a directory, or --to s3.')
      if (adopt === true && to === undefined) throw new UsageError('--adopt needs --to s3.')
      if (directory === undefined) await backUpToBucket(context(), scope, adopt === true)
      else await backUpToDirectory(context(), scope, directory)
    })

  program
    .command('restore')
    .description('restore a backup into an empty DATA_DIR, and compare its contents with the backup')
    .argument('[directory]', 'directory that `footfall backup` wrote')
    .addOption(new Option('--from <place>', 'the bucket of BACKUP_S3_URL instead of a directory').choices(['s3']))
    .option('--backup <id>', 'backup in the bucket; by default the newest full one')
    .option('--product <id>', 'restore only this deleted product, to the DATA_DIR of a stopped service')
    .option('--owner <email>', 'with --product: the new owner, if no owner in the backup can own it again')
    .option('--dry-run', 'with --product: only show what would be restored')
    .action(async (directory: string | undefined, flags: RestoreFlags) => {
      const { from, backup, product, owner, dryRun } = flags
      if ((directory === undefined) === (from === undefined)) throw new UsageError('Name a directory, or --from s3.')
      if (backup !== undefined && from === undefined) throw new UsageError('--backup needs --from s3.')
      if (product === undefined && (owner !== undefined || dryRun !== undefined))
        throw new UsageError('--owner and --dry-run need --product.')
      const { terminal, dependencies, settings } = context()
      const { clock, random } = dependencies
      const sourceOf = () =>
        directory === undefined
          ? bucketSource(backupBucket(bucketOptions(context())), backup)
          : directorySource(directory)
      if (product !== undefined) return restoreOneProduct(context(), sourceOf, product, flags)
      const summary = await withProgress(context(), 'Restored', async (onProgress) =>
        restoreBackup({ settings: settings(), source: await sourceOf(), clock, random, onProgress }),
      )
      const { dataDir } = settings()
      const text = `Restored ${described(summary)}, backed up at ${summary.made_at}, into ${dataDir}. You can start the service.`
      printResult(terminal, { data_dir: dataDir, ...summaryJson(summary) }, text)
    })

  const backups = program.command('backups').description('backups in the bucket of BACKUP_S3_URL')
  backups
    .command('list')
    .description('list the backups in the bucket, the newest first')
    .action(async () => {
      const { terminal } = context()
      const bucket = () => backupBucket(bucketOptions(context()))
      const listed = await asCommandError(BackupError, async () => listBackups(bucket()))
      const lines = listed.map((each) =>
        'summary' in each
          ? `${each.id}  ${scopeText(each.summary)}: ${described(each.summary)}`
          : `${each.id}  ${each.problem}`,
      )
      const none = `No backup in ${bucket().address}.`
      const backups = listed.map((each) =>
        'summary' in each ? { id: each.id, ...summaryJson(each.summary) } : { id: each.id, problem: each.problem },
      )
      printResult(terminal, { backups }, lines.length === 0 ? none : lines.join('\n'))
    })
  backups
    .command('verify')
    .description('read a backup in the bucket and compare the checksum of every chunk, without restoring it')
    .argument('[backup]', 'id of the backup; by default the newest full one')
    .action(async (wanted: string | undefined) => {
      const { terminal } = context()
      const { id, summary } = await withProgress(context(), 'Read', async (onProgress) => {
        const source = await bucketSource(backupBucket(bucketOptions(context())), wanted)
        await source.verify(onProgress)
        return source
      })
      printResult(terminal, { id, ...summaryJson(summary) }, `The backup ${id} is complete: ${described(summary)}.`)
    })
}

async function restoreOneProduct(
  context: Context,
  sourceOf: () => Promise<BackupSource>,
  product: string,
  { owner, dryRun = false }: RestoreFlags,
): Promise<void> {
  const { terminal, dependencies, settings } = context
  const { clock, random } = dependencies
  const id = ProductId.safeParse(product)
  if (!id.success) throw new UsageError('--product must be the id of a product, such as prd_8fKq2Lr0aZ5xYw7B1c3D.')
  const restored = await withProgress(context, 'Restored', async (onProgress) => {
    const options = { settings: settings(), source: await sourceOf(), product: id.data, owner, dryRun }
    return restoreProduct({ ...options, clock, random, onProgress })
  })
  const { name, made_at, events, restored: rows, leftOut } = restored
  const json = { product: { id: id.data, name }, dry_run: dryRun, made_at, events, restored: rows, left_out: leftOut }
  printResult(terminal, json, restoredText(restored, dryRun))
}

/** In the order in which people read them. */
const ROWS_IN_WORDS = {
  members: 'member',
  product_keys: 'key',
  shared_links: 'shared link',
  funnels: 'funnel',
  segments: 'segment',
  annotations: 'annotation',
  alerts: 'alert',
  scheduled_reports: 'report',
  apps: 'app',
  imports: 'import',
} satisfies Partial<Record<keyof RestoredProduct['restored'], string>>

function restoredText({ name, made_at, events, restored, leftOut }: RestoredProduct, dryRun: boolean): string {
  const inWords = (rows: RestoredProduct['restored']) =>
    Object.entries(ROWS_IN_WORDS).flatMap(([table, noun]) => {
      const count = new Map(Object.entries(rows)).get(table) ?? 0
      return count === 0 ? [] : [counted(count, noun)]
    })
  const lines = [
    `${dryRun ? 'Would restore' : 'Restored'} the product “${name}” as it was at ${made_at}: ${[counted(events, 'event'), ...inWords(restored)].join(', ')}, and its settings.`,
  ]
  const absent = inWords(leftOut)
  if (absent.length > 0)
    lines.push(`Not restored, since access ended or changed after the backup: ${absent.join(', ')}.`)
  lines.push(
    'Events after the backup are lost. Connect Search Console again, and erase visitors again who were erased since.',
    dryRun ? 'Nothing was changed.' : 'No other product was changed. You can start the service.',
  )
  return lines.join('\n')
}

async function backUpToDirectory(context: Context, scope: BackupSummary['scope'], directory: string): Promise<void> {
  const { terminal, dependencies } = context
  const summary = await withProgress(context, 'Copied', async (onProgress) => {
    const settings = context.settings()
    const target = directoryTarget(settings.dataDir, directory)
    return makeBackup({ settings, clock: dependencies.clock, target, scope, onProgress })
  })
  const lines = [
    `Backed up to ${directory}: ${described(summary)}. It holds secrets; keep it as safe as those.`,
    ...leftOut(context, summary),
  ]
  printResult(terminal, { directory, ...summaryJson(summary) }, lines.join('\n'))
}

async function backUpToBucket(context: Context, scope: BackupSummary['scope'], adopt: boolean): Promise<void> {
  const { terminal, dependencies } = context
  const { random } = dependencies
  const made = await withProgress(context, 'Backed up', (onProgress) =>
    backupToBucket({ ...bucketOptions(context), random, scope, adopt, onProgress }),
  )
  const { id, place, sent, removed } = made
  const lines = [
    `Backed up to ${place}: ${described(made)}. It holds secrets; keep the bucket as safe as those.`,
    ...leftOut(context, made),
    bucketText(made),
  ]
  printResult(terminal, { id, place, ...summaryJson(made), sent, removed }, lines.join('\n'))
}

function bucketText({ sent, removed }: BucketBackup): string {
  const text = `Sent ${counted(sent.chunks, 'chunk')} of ${megabytes(sent.bytes)}; the bucket had the rest. Removed ${counted(removed.backups, 'old backup')}.`
  return removed.problem === undefined ? text : `${text}\nOld backups could not be removed: ${removed.problem}`
}

/** What the backup does not contain, and where to read on. */
function leftOut(context: Context, { scope, control_rows }: BackupSummary): readonly string[] {
  const { clickhouse } = context.settings()
  const lines: string[] = []
  if (scope === 'everything' && !('embedded' in clickhouse))
    lines.push(`Statistics are on the ClickHouse server and are not included. ${seeDocs('backup')}`)
  if (control_rows === null)
    lines.push(
      `Accounts and settings are in PostgreSQL and are not included: run pg_dump before each backup. ${seeDocs('backup')}`,
    )
  return lines
}

function bucketOptions({ settings, dependencies }: Context) {
  const { fetch, clock, wait } = dependencies
  return { settings: settings(), fetch, clock, pause: wait }
}

async function withProgress<T>(
  { terminal, dependencies }: Context,
  done: string,
  work: (onProgress: (progress: CopyProgress) => void) => Promise<T>,
): Promise<T> {
  const bar = progressBar(terminal, dependencies.clock.now)
  const onProgress = ({ bytes, bytesTotal }: CopyProgress) =>
    bar.show(bytes / bytesTotal, `${done} ${megabytes(bytes)}`)
  return asCommandError(BackupError, () => work(onProgress)).finally(() => bar.end())
}

/** The order in which scripts find them. */
function summaryJson({ made_at, scope, files, bytes, control_rows, analytics }: BackupSummary) {
  return { made_at, scope, files, bytes, control_rows, analytics }
}

function scopeText({ scope, made_at }: BackupSummary): string {
  return `${made_at}, ${scope === 'everything' ? 'everything' : 'only control data'}`
}

function described({ files, bytes, analytics, control_rows }: BackupSummary): string {
  const counts: string[] = []
  if (control_rows !== null) {
    counts.push(counted(Number(control_rows.accounts ?? 0), 'account'))
    counts.push(counted(Number(control_rows.products ?? 0), 'product'))
  }
  if (analytics !== null) counts.push(counted(Number(analytics.events), 'event'))
  return [counts.join(', '), `${counted(files, 'file')} of ${megabytes(bytes)}`]
    .filter((part) => part !== '')
    .join(' in ')
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
