import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

const SAMPLE_BYTES = 64 * 1024
const SAMPLES = 16

/** Identifies a file by its size and samples from start to end, independent of its name and path. */
export async function fingerprint(file: FileHandle): Promise<string> {
  const { size } = await file.stat()
  const hash = createHash('sha256').update(String(size))
  const last = Math.max(0, size - SAMPLE_BYTES)
  const buffer = Buffer.alloc(SAMPLE_BYTES)
  for (let sample = 0; sample < SAMPLES; sample++) {
    const position = Math.floor((last * sample) / (SAMPLES - 1))
    const { bytesRead } = await file.read(buffer, 0, SAMPLE_BYTES, position)
    hash.update(buffer.subarray(0, bytesRead))
  }
  return hash.digest('hex')
}
