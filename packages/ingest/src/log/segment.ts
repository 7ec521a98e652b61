import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LogRecord, parseLine } from './records.ts'

/** A file of the log that is not written any more. */
export interface Segment {
  readonly sequence: number
  /** Random and part of the file's name, so that the engine recognises the segment whenever it comes again. */
  readonly token: string
  readonly path: string
  /** What was acknowledged; bytes behind it were not. */
  readonly bytes: number
  readonly records: number
  /** When its first record came, in epoch milliseconds. */
  readonly since: number
}

const NAME = /^(\d{12})-(\d{13,15})-([0-9A-Za-z]{20})\.log$/

export function segmentName(sequence: number, since: number, token: string): string {
  return `${String(sequence).padStart(12, '0')}-${String(since).padStart(13, '0')}-${token}.log`
}

/** The segments that an earlier process left, oldest first. One by one: after an outage they may be gigabytes. */
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
 * The records of a segment. A line that a crash tore was never acknowledged and is left out; the file system may also
 * leave zeros in its place, so each line must be whole.
 */
export async function readSegment(segment: Segment): Promise<readonly LogRecord[]> {
  const content = await readFile(segment.path)
  const lines = content.subarray(0, segment.bytes).toString('utf8').split('\n')
  return lines.flatMap((line) => parseLine(line) ?? []).filter(({ json }) => json.startsWith('{') && json.endsWith('}'))
}

/** Makes the names in a directory survive a power cut, which syncing the files alone does not. */
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
