import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, mkdir, open, readdir, readlink, symlink } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupFile } from './manifest.ts'

/** The content of a directory, by relative paths. */
export interface FileTree {
  readonly directories: readonly string[]
  readonly links: readonly { readonly path: string; readonly to: string }[]
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly modified: number }[]
}

/** Lists everything at and below the paths that exist; `skip` excludes files by path. */
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
    const to = await readlink(join(root, path))
    if (isAbsolute(to)) throw new Error(`${join(root, path)} is a link to ${to}, which is outside the data directory.`)
    tree.links.push({ path, to })
  } else if (found.isDirectory()) {
    tree.directories.push(path)
    for (const name of (await readdir(join(root, path))).sort()) await visit(root, `${path}/${name}`, skip, tree)
  } else if (found.isFile()) tree.files.push({ path, bytes: found.size, modified: found.mtimeMs })
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

/** Creates the directories and links of a tree, readable by their owner only. */
export async function createDirectories(root: string, { directories, links }: Omit<FileTree, 'files'>): Promise<void> {
  for (const path of directories) await mkdir(join(root, path), { recursive: true, mode: 0o700 })
  for (const { path, to } of links) {
    await mkdir(dirname(join(root, path)), { recursive: true, mode: 0o700 })
    await symlink(to, join(root, path))
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
