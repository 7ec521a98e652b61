import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { PublicError } from '@footfall/core-domain'
import { z } from 'zod'

/** A backup that cannot be made or restored, for a reason that an operator can act on. */
export class BackupError extends PublicError {
  constructor(detail: string) {
    super('backup_refused', detail)
  }
}

export const counts = z.record(z.string(), z.union([z.number(), z.string()]))

/** Relative to `files/` in the backup and to DATA_DIR when restored, with forward slashes. */
export const InnerPath = z.string().refine((path) => path.split('/').every((step) => !['', '.', '..'].includes(step)))

export const InnerLink = z.object({ path: InnerPath, to: z.string() }).refine(staysInside)

/**
 * Whether a link stays in the directory, also if it leads through other links. `..` is allowed only at its start, where it leaves
 * real directories: after the name of another link it would leave the target of that link.
 */
export function staysInside({ path, to }: { readonly path: string; readonly to: string }): boolean {
  const steps = to.split('/')
  const down = steps.findIndex((step) => step !== '..')
  const ups = down < 0 ? steps.length : down
  return !posix.isAbsolute(to) && ups < path.split('/').length && !steps.slice(ups).includes('..')
}

const BackupFile = z.object({
  path: InnerPath,
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BackupFile = z.infer<typeof BackupFile>

/** The content of a backup. It is written last, so a directory without one is not a complete backup. */
const BackupManifest = z.object({
  format: z.literal(1),
  made_at: z.string(),
  /** `control_data` excludes statistics. */
  scope: z.enum(['everything', 'control_data']),
  directories: z.array(InnerPath),
  links: z.array(InnerLink),
  files: z.array(BackupFile),
  /** Rows of each table of the control database; null if control data is in PostgreSQL, which has its own backup. */
  control_rows: counts.nullable(),
  /** Row counts of the embedded engine; null where statistics are elsewhere or excluded. */
  analytics: counts.nullable(),
})
export type BackupManifest = z.infer<typeof BackupManifest>

const NAME = 'backup.json'
export const FILES = 'files'

export async function writeManifest(directory: string, manifest: BackupManifest): Promise<void> {
  const draft = join(directory, `${NAME}.new`)
  await writeFile(draft, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600, flush: true })
  await rename(draft, join(directory, NAME))
}

export async function readManifest(directory: string): Promise<BackupManifest> {
  const text = await readFile(join(directory, NAME), 'utf8').catch(() => {
    if (!existsSync(directory)) throw new BackupError(`The directory ${directory} does not exist.`)
    throw new BackupError(`${directory} is not a complete backup: ${NAME}, which is written last, is missing.`)
  })
  const parsed = BackupManifest.safeParse(parseJson(text))
  if (!parsed.success) throw new BackupError(`${join(directory, NAME)} cannot be read by this version of the service.`)
  return parsed.data
}

/** The JSON of a manifest; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
