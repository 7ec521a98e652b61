import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile as copyWhole, link, lstat, mkdir, open, readdir, readlink, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BackupError, type BackupFile, staysInside } from './manifest.ts'

/** The content of a directory, by relative paths. */
export interface FileTree {
  readonly directories: readonly string[]
  readonly links: readonly { readonly path: string; readonly to: string }[]
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly modified: number }[]
}

/** Lists everything at and below the paths that exist; `skip` excludes files by path. Throws `BackupError`. */
export async function walk(root: string, paths: readonly string[], skip: (path: string) => boolean): Promise<FileTree> {
  const tree = { directories: [] as string[], links: [] as { path: string; to: string }[], files: [] as Listed[] }
  for (const path of paths) await visit(root, path, skip, tree)
  return tree
}

type Listed = FileTree['files'][number]
type MutableTree = { directories: string[]; links: { path: string; to: string }[]; files: Listed[] }

async function visit(root: string, path: string, skip: (path: string) => boolean, tree: MutableTree): Promise<void> {
  if (skip(path)) return
  const found = await lstat(join(root, path)).catch(absent)
  if (found === undefined) return
  if (found.isSymbolicLink()) {
    const link = { path, to: await readlink(join(root, path)) }
    if (!staysInside(link))
      throw new BackupError(`${join(root, path)} is a link to ${link.to}, which may be outside the data directory.`)
    tree.links.push(link)
  } else if (found.isDirectory()) {
    tree.directories.push(path)
    const names = (await readdir(join(root, path)).catch(absent)) ?? []
    for (const name of names.sort()) await visit(root, `${path}/${name}`, skip, tree)
  } else if (found.isFile()) tree.files.push({ path, bytes: found.size, modified: found.mtimeMs })
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

/** Creates the directories of a tree, readable by their owner only. */
export async function createDirectories(root: string, { directories }: Pick<FileTree, 'directories'>): Promise<void> {
  for (const path of directories) await mkdir(join(root, path), { recursive: true, mode: 0o700 })
}

/** Creates the links of a tree; after its files, so that none is written through a link. Throws `BackupError`. */
export async function createLinks(root: string, { links }: Pick<FileTree, 'links'>): Promise<void> {
  for (const { path } of links) await mkdir(dirname(join(root, path)), { recursive: true, mode: 0o700 })
  for (const { path, to } of links)
    await symlink(to, join(root, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      throw new BackupError(`The backup is damaged: ${path} is in it twice.`)
    })
}

/**
 * Makes the directories of a tree and links to its files, which takes no time or space; copies files that are on another disk.
 * Skips a file that disappeared since it was listed if it `mayGo`.
 */
export async function linkFiles(
  from: string,
  to: string,
  { directories, files }: Pick<FileTree, 'directories' | 'files'>,
  mayGo: (path: string) => boolean,
): Promise<void> {
  await createDirectories(to, { directories })
  for (const { path } of files) {
    await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
    const kept = link(join(from, path), join(to, path)).catch(() =>
      copyWhole(join(from, path), join(to, path), constants.COPYFILE_EXCL),
    )
    await (mayGo(path) ? kept.catch(absent) : kept)
  }
}

/** Copies a file to a new one that only its owner can read, and syncs it; returns its size and hash. */
export async function copyFile(from: string, to: string, path: string): Promise<BackupFile> {
  await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
  const target = await open(join(to, path), 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let bytes = 0
    await pipeline(createReadStream(join(from, path)), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        await target.writeFile(chunk)
      }
    })
    await target.sync()
    return { path, bytes, sha256: hash.digest('hex') }
  } finally {
    await target.close()
  }
}

export async function describeFile(root: string, path: string): Promise<BackupFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(join(root, path))) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { path, bytes, sha256: hash.digest('hex') }
}
