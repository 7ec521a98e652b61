import { BackupError, type BackupManifest, makeBackup, restoreBackup, seeDocs } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { asCommandError } from '../errors.ts'
import { counted } from '../numbers.ts'
import { progressBar } from '../progress.ts'
import { printResult } from '../terminal.ts'

export function backupCommands(program: Command, context: () => Context): void {
  program
    .command('backup')
    .description('copy DATA_DIR into a new directory, with checksums; the service may run')
    .argument('<directory>', 'new or empty directory; it will hold secrets')
    .option('--control-data', 'only accounts, settings and credentials')
    .action(async (directory: string, { controlData }: { controlData?: true }) => {
      const { terminal, dependencies, settings } = context()
      const bar = progressBar(terminal, dependencies.clock.now)
      const manifest = await asCommandError(BackupError, () =>
        makeBackup({
          settings: settings(),
          clock: dependencies.clock,
          directory,
          scope: controlData === true ? 'control_data' : 'everything',
          onProgress: ({ bytes, bytesTotal }) => bar.show(bytes / bytesTotal, `Copied ${megabytes(bytes)}`),
        }),
      ).finally(() => bar.end())
      const { clickhouse } = settings()
      const lines = [`Backed up to ${directory}: ${summary(manifest)}. It holds secrets; keep it as safe as those.`]
      if (manifest.scope === 'everything' && !('embedded' in clickhouse))
        lines.push(`Statistics are on the ClickHouse server and are not included. ${seeDocs('backup')}`)
      if (manifest.control_rows === null)
        lines.push(
          `Accounts and settings are in PostgreSQL and are not included: run pg_dump before each backup. ${seeDocs('backup')}`,
        )
      printResult(terminal, { directory, ...outcomeJson(manifest) }, lines.join('\n'))
    })

  program
    .command('restore')
    .description('restore a backup into an empty DATA_DIR, and compare its contents with the backup')
    .argument('<directory>', 'directory that `footfall backup` wrote')
    .action(async (directory: string) => {
      const { terminal, dependencies, settings } = context()
      const bar = progressBar(terminal, dependencies.clock.now)
      const manifest = await asCommandError(BackupError, () =>
        restoreBackup({
          settings: settings(),
          directory,
          clock: dependencies.clock,
          random: dependencies.random,
          onProgress: ({ bytes, bytesTotal }) => bar.show(bytes / bytesTotal, `Restored ${megabytes(bytes)}`),
        }),
      ).finally(() => bar.end())
      const { dataDir } = settings()
      const text = `Restored ${summary(manifest)}, backed up at ${manifest.made_at}, into ${dataDir}. You can start the service.`
      printResult(terminal, { data_dir: dataDir, ...outcomeJson(manifest) }, text)
    })
}

function outcomeJson({ made_at, scope, files, control_rows, analytics }: BackupManifest) {
  return { made_at, scope, files: files.length, bytes: totalBytes(files), control_rows, analytics }
}

function summary({ files, analytics, control_rows }: BackupManifest): string {
  const counts: string[] = []
  if (control_rows !== null) {
    counts.push(counted(Number(control_rows.accounts ?? 0), 'account'))
    counts.push(counted(Number(control_rows.products ?? 0), 'product'))
  }
  if (analytics !== null) counts.push(counted(Number(analytics.events), 'event'))
  return `${counts.join(', ')} in ${counted(files.length, 'file')} of ${megabytes(totalBytes(files))}`
}

function totalBytes(files: BackupManifest['files']): number {
  return files.reduce((sum, file) => sum + file.bytes, 0)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
