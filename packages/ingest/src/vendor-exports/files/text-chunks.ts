import { type ExportEntry, isArchive } from './archive.ts'
import { rejectionOf } from './place.ts'

/** The text of an entry, in pieces that never split a character. Without a byte order mark. */
export async function* textChunks(entry: ExportEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Buffer) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch {
      throw rejectionOf(entry.name, 'is not text in UTF-8')
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
const TAIL_BYTES = 256 * 1024
const PARQUET = Buffer.from('PAR1')

export interface EntryHead {
  readonly name: string
  /** Whether it begins as an archive does. */
  readonly isArchive: boolean
  /** The first 64 KiB as text, with replacement characters where they are not. */
  readonly text: string
  /** The end of a Parquet file, where the names of its columns are; empty for other files. */
  readonly parquetFooter: string
}

/** The beginning of an entry, and of a Parquet file its end. */
export async function headOf(entry: ExportEntry): Promise<EntryHead> {
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  for await (const chunk of entry.content()) {
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
    if (head.length < PARQUET.length) continue
    if (head.subarray(0, PARQUET.length).equals(PARQUET)) tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES)
    else if (head.length >= HEAD_BYTES) break
  }
  return {
    name: entry.name,
    isArchive: isArchive(head),
    text: new TextDecoder().decode(head),
    parquetFooter: tail.toString('latin1'),
  }
}
