import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InvalidRequest } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { parquetToNdjson } from '../../import/parquet.ts'
import type { ReadingTools } from '../reading.ts'
import { refusalOf } from './place.ts'

/** Converts Parquet entries by the engine, beside the state of the import. */
export function parquetTool(engine: Engine, directory: string, signal: AbortSignal | undefined): ReadingTools {
  let files = 0
  return {
    async parquetAsJson(entry) {
      const parquet = join(directory, `parquet-${files}`)
      const json = join(directory, `parquet-${files}.ndjson`)
      files++
      await writeFile(parquet, entry.content(), { mode: 0o600 })
      await parquetToNdjson(engine, parquet, json, { signal }).catch((error: unknown) => {
        const [first] = error instanceof InvalidRequest ? error.errors : []
        throw first === undefined ? error : refusalOf(entry.name, first.message)
      })
      return { name: entry.name, content: () => createReadStream(json) }
    },
  }
}
