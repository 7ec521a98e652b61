import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileTree } from '../file-tree.ts'
import { CHUNK_BYTES_MAX } from './bucket-manifest.ts'

/** Part of a chunk: `length` bytes of a file, which begin at `from` in the chunk. */
export interface CutSlice {
  readonly path: string
  readonly from: number
  readonly length: number
}

export interface CutChunk {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly slices: readonly CutSlice[]
}

/**
 * Cuts files into chunks. The files of a directory follow each other in its chunks, so that a part of a table, whose files never
 * change, is a few objects that stay the same; a file of more than a chunk has chunks of its own.
 */
export async function* cutFiles(root: string, files: FileTree['files']): AsyncGenerator<CutChunk> {
  // Chunks are copied out of it.
  const buffer = new Uint8Array(CHUNK_BYTES_MAX)
  const newChunk = (): OpenChunk => ({ buffer, slices: [], length: 0 })
  let cut = newChunk()
  let directory: string | undefined
  for (const file of files) {
    const isLarge = file.bytes >= CHUNK_BYTES_MAX
    if (cut.length > 0 && (isLarge || dirname(file.path) !== directory)) {
      yield taken(cut)
      cut = newChunk()
    }
    directory = isLarge ? undefined : dirname(file.path)
    const handle = await open(join(root, file.path), 'r')
    try {
      for (;;) {
        const length = await fill(handle, cut, file.path)
        if (cut.length < CHUNK_BYTES_MAX) break
        yield taken(cut)
        cut = newChunk()
        if (length === 0) break
      }
    } finally {
      await handle.close()
    }
  }
  if (cut.length > 0) yield taken(cut)
}

interface OpenChunk {
  readonly buffer: Uint8Array<ArrayBuffer>
  readonly slices: CutSlice[]
  length: number
}

function taken({ buffer, slices, length }: OpenChunk): CutChunk {
  return { bytes: buffer.slice(0, length), slices }
}

/** Reads until the chunk is full or the file ends. Returns how many bytes were read. */
async function fill(file: FileHandle, chunk: OpenChunk, path: string): Promise<number> {
  const from = chunk.length
  while (chunk.length < CHUNK_BYTES_MAX) {
    const { bytesRead } = await file.read(chunk.buffer, chunk.length, CHUNK_BYTES_MAX - chunk.length)
    if (bytesRead === 0) break
    chunk.length += bytesRead
  }
  const length = chunk.length - from
  if (length > 0) chunk.slices.push({ path, from, length })
  return length
}
