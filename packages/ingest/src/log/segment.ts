import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LogRecord, parseLine } from './records.ts'

/** A completed file of the log. */
export interface Segment {
  readonly sequence: number
  /** Random and part of the file name: the deduplication token derives from it. */
  readonly token: string
  readonly path: string
  /** Acknowledged bytes; later bytes are ignored. */
  readonly bytes: number
  readonly records: number
  /** When its first record was accepted, in epoch milliseconds. */
  readonly since: number
}

const NAME = /^(\d{12})-(\d{13,15})-([0-9A-Za-z]{20})\.log$/

export function segmentName(sequence: number, since: number, token: string): string {
  return `${String(sequence).padStart(12, '0')}-${String(since).padStart(13, '0')}-${token}.log`
}

/** The segments of an earlier process, oldest first. Read one by one: after an outage they may be gigabytes. */
export async function findSegments(directory: string): Promise<Segment[]> {
  const segments: Segment[] = []
  for (const name of (await readdir(directory)).sort()) {
    const [, sequence, since, token] = NAME.exec(name) ?? []
    if (token === undefined) continue
    const path = join(directory, name)
    const content = await readFile(path)
    segments.push({
      sequence: Number(sequence),
      token,
      path,
      bytes: content.lastIndexOf(0x0a) + 1,
      records: countLines(content),
      since: Number(since),
    })
  }
  return segments
}

/**
 * The records of a segment. A line cut off by a crash was never acknowledged and is skipped; the file system may also
 * leave zeros in its place, so each line is checked.
 */
export async function readSegment(segment: Segment): Promise<readonly LogRecord[]> {
  const content = await readFile(segment.path)
  const lines = content.subarray(0, segment.bytes).toString('utf8').split('\n')
  return lines.flatMap((line) => parseLine(line) ?? []).filter(({ json }) => json.startsWith('{') && json.endsWith('}'))
}

/** Syncs directory entries, which syncing the files does not. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function countLines(content: Buffer): number {
  let lines = 0
  for (let at = content.indexOf(0x0a); at >= 0; at = content.indexOf(0x0a, at + 1)) lines++
  return lines
}
