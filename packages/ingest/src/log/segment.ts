import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EVENT_LINE_START, type LogRecord, parseLine } from './records.ts'

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
  /** Undefined for a file of an earlier process, whose lines may be cut off or not be lines. */
  readonly written?: Written
}

/** What this process wrote into a segment. */
export interface Written {
  readonly products: ReadonlySet<string>
  readonly events: number
  /** When the earliest of the visits began whose events it has. */
  readonly firstBegun: FirstBegun
}

/** `YYYY-MM-DD hh:mm:ss` in UTC; undefined of no visit, and `BEGUN_AT_ANY_TIME` where it is not known. */
export type FirstBegun = string | undefined
export const NONE_BEGUN: FirstBegun = undefined
export const BEGUN_AT_ANY_TIME = ''

export function earlierOf(first: FirstBegun, second: FirstBegun): FirstBegun {
  if (first === undefined || second === undefined) return first ?? second
  return first < second ? first : second
}

const EVENT_LINE_BYTE = EVENT_LINE_START.charCodeAt(0)
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
  const records: LogRecord[] = []
  for (const line of lines) {
    const found = parseLine(line)
    if (found !== undefined) records.push(found)
  }
  return records
}

/** Whether the file holds what this process wrote and nothing else, such as what a failed write left. */
export async function isAsWritten({ written, path, bytes }: Segment): Promise<boolean> {
  return written !== undefined && (await stat(path)).size === bytes
}

/** The records that are not events, of a segment that this process wrote; few, so the others are not even decoded. */
export async function readOthers(segment: Segment): Promise<readonly LogRecord[]> {
  const content = (await readFile(segment.path)).subarray(0, segment.bytes)
  const records: LogRecord[] = []
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(0x0a, start)
    if (end < 0) break
    const found = content[start] === EVENT_LINE_BYTE ? undefined : parseLine(content.toString('utf8', start, end))
    if (found !== undefined) records.push(found)
    start = end + 1
  }
  return records
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
