import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openControlData, parseSettings } from '@footfall/config'
import { seededRandom, settableClock } from '@footfall/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { controlDatabaseFailure } from './control-database.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footfall-control-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

it('a migration that does not fit the content of SQLite names the backup, and not the rights of the file', async () => {
  const other = new DatabaseSync(join(dataDir, 'footfall.sqlite'))
  other.exec('create table accounts (id integer)')
  other.close()
  const settings = parseSettings({ DATA_DIR: dataDir })
  const clock = settableClock('2026-11-20T12:00:00.000Z')
  const opening = openControlData(settings, { clock, random: seededRandom(), onConnectionError: () => {} })
  const error: unknown = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(controlDatabaseFailure(error, settings)).toEqual({
    found: 'SQLite: table accounts already exists',
    fix: 'Restore the backup from before this version and start the earlier version; then report this error.',
  })
})
