import type { ExportEntry } from './open-export.ts'
import { refusalOf } from './place.ts'

/** The text of an entry, in pieces that never split a character. Without a byte order mark. */
export async function* textChunks(entry: ExportEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch {
      throw refusalOf(entry.name, 'is not text in UTF-8')
    }
  }
  for await (const chunk of entry.content()) {
    const text = decode(chunk)
    if (text !== '') yield text
  }
  const rest = decode()
  if (rest !== '') yield rest
}

const HEAD_BYTES = 64 * 1024

export interface EntryHead {
  readonly name: string
  readonly bytes: Buffer
  /** The first 64 KiB as text, with replacement characters where they are not. */
  readonly text: string
}

/** The beginning of an entry. */
export async function headOf(entry: ExportEntry): Promise<EntryHead> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of entry.content()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= HEAD_BYTES) break
  }
  const bytes = Buffer.concat(chunks).subarray(0, HEAD_BYTES)
  return { name: entry.name, bytes, text: new TextDecoder().decode(bytes) }
}
