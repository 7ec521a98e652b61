import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { InvalidRequest } from '@footfall/core-domain'
import { localDisk } from '../log/disk.ts'
import type { CollectedEvent } from './collection.ts'

export const eventsFile = (directory: string) => join(directory, 'events.ndjson')
export const idsFile = (directory: string) => join(directory, 'ids.tsv')

export interface EventFiles {
  /** Throws `InvalidRequest` where the disk has no room. */
  write(events: readonly CollectedEvent[]): Promise<void>
  close(): Promise<void>
}

/** For an export of which nothing is stored. */
export const NO_EVENT_FILES: EventFiles = { write: async () => {}, close: async () => {} }

/** What imports leave free on the disk, for events and for the engine. */
export const FREE_BYTES_MIN = 256 * 1024 ** 2
const CHECK_EVERY_CHARACTERS = 16 * 1024 ** 2

/** The files in which events wait until the whole export is read; a packed one may hold far more than the disk has. */
export async function openEventFiles(directory: string, freeBytesMin: number): Promise<EventFiles> {
  const events = await open(eventsFile(directory), 'w', 0o600)
  const ids = await open(idsFile(directory), 'w', 0o600)
  let unchecked = CHECK_EVERY_CHARACTERS

  async function assertRoom(characters: number): Promise<void> {
    unchecked += characters
    if (unchecked < CHECK_EVERY_CHARACTERS) return
    unchecked = 0
    const free = await localDisk.freeBytes(directory)
    if (free === undefined || free >= freeBytesMin) return
    throw new InvalidRequest([
      { path: 'file', message: 'holds more events than the disk of the service has room for; free some space' },
    ])
  }

  return {
    async write(fresh) {
      const text = fresh.map(({ json }) => `${json}\n`).join('')
      await assertRoom(text.length)
      await events.appendFile(text)
      await ids.appendFile(fresh.map(({ day, id }) => `${day}\t${id}\n`).join(''))
    },
    async close() {
      await events.close()
      await ids.close()
    },
  }
}
