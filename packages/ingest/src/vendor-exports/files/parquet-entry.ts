import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InvalidRequest } from '@footfall/core-domain'
import type { ReadingTools } from '../reading.ts'
import { rejectionOf } from './place.ts'

/** Converts Parquet entries in a directory for temporary files. */
export function parquetTool(
  convert: (parquet: string, json: string) => Promise<void>,
  directory: string,
): ReadingTools {
  let files = 0
  return {
    async parquetAsJson(entry) {
      const parquet = join(directory, `parquet-${files}`)
      const json = join(directory, `parquet-${files}.ndjson`)
      files++
      await writeFile(parquet, entry.content(), { mode: 0o600 })
      await convert(parquet, json).catch((error: unknown) => {
        const [first] = error instanceof InvalidRequest ? error.errors : []
        throw first === undefined ? error : rejectionOf(entry.name, first.message)
      })
      return { name: entry.name, content: () => createReadStream(json) }
    },
  }
}
