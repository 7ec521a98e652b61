import { type BackupManifest, BackupRefused, makeBackup, restoreBackup } from '@footfall/operate'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { operatorEntry } from '../operator-entry.ts'
import { progressBar } from '../progress.ts'
import { Refusal } from '../refusal.ts'
import { answer } from '../terminal.ts'

export function backupCommands(program: Command, context: () => Context): void {
  program
    .command('backup')
    .description('copy what is kept in DATA_DIR into a new directory, with checksums; the service must be stopped')
    .argument('<directory>', 'made, or empty; it will hold secrets')
    .option('--control-data', 'only accounts, settings and credentials, as they are now; the service may run')
    .action(async (directory: string, { controlData }: { controlData?: true }) => {
      const { terminal, world, settings } = context()
      const bar = progressBar(terminal, world.clock.now)
      const manifest = await refusing(() =>
        makeBackup({
          settings: settings(),
          clock: world.clock,
          directory,
          scope: controlData === true ? 'control_data' : 'everything',
          onProgress: ({ bytes, bytesTotal }) => bar.show(bytes / bytesTotal, `Copied ${megabytes(bytes)}`),
        }),
      ).finally(() => bar.end())
      const { clickhouse } = settings()
      const lines = [`Backed up to ${directory}: ${summary(manifest)}. It holds secrets; keep it where you keep those.`]
      if (manifest.scope === 'everything' && !('embedded' in clickhouse))
        lines.push('Statistics are on the ClickHouse server and not in it; docs/backup.md has how to back that up.')
      answer(terminal, { directory, ...figures(manifest) }, lines.join('\n'))
    })

  program
    .command('restore')
    .description('put a backup back into an empty DATA_DIR, and compare what it holds with what was backed up')
    .argument('<directory>', 'what `footfall backup` made')
    .action(async (directory: string) => {
      const { terminal, world, settings } = context()
      const bar = progressBar(terminal, world.clock.now)
      const manifest = await refusing(() =>
        restoreBackup({
          settings: settings(),
          directory,
          clock: world.clock,
          random: world.random,
          entry: operatorEntry(world, {
            operation: 'restore',
            summary: `Restore the backup in ${directory}.`,
            changes: [],
          }),
          onProgress: ({ bytes, bytesTotal }) => bar.show(bytes / bytesTotal, `Restored ${megabytes(bytes)}`),
        }),
      ).finally(() => bar.end())
      const { dataDir } = settings()
      const text = `Restored ${summary(manifest)}, of ${manifest.made_at}, into ${dataDir}. The service can be started.`
      answer(terminal, { data_dir: dataDir, ...figures(manifest) }, text)
    })
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BackupRefused ? new Refusal(error.message) : error
  }
}

function figures({ made_at, scope, files, control_rows, analytics }: BackupManifest) {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { made_at, scope, files: files.length, bytes, control_rows, analytics }
}

function summary({ files, analytics, control_rows }: BackupManifest): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const holds = [`${control_rows.accounts ?? 0} accounts`, `${control_rows.products ?? 0} products`]
  if (analytics !== null) holds.push(`${Number(analytics.events).toLocaleString('en')} events`)
  return `${holds.join(', ')} in ${files.length} files of ${megabytes(bytes)}`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
