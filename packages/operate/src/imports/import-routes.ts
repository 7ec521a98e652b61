import { ImportFormat, ImportId, ImportSource } from '@footfall/core-domain'
import { z } from 'zod'
import type { OperatorRoutes } from '../operator-socket/serve-operator.ts'
import type { CheckQueue } from './check-queue.ts'
import type { ImportFile } from './import-files.ts'
import type { Imports } from './imports.ts'

const Asked = z.object({
  product: z.string(),
  path: z.string(),
  name: z.string(),
  source: ImportSource.optional(),
  site: z.string().optional(),
  format: ImportFormat.optional(),
  skip_invalid: z.literal('1').optional(),
})

/** The query of the routes below, for a file of this machine that the user of the service can read. */
export function importQuery(product: string, { path, name, source, site, format, skipInvalid }: ImportFile): string {
  const query = new URLSearchParams({ product, path, name })
  if (source !== undefined) query.set('source', source)
  if (site !== undefined) query.set('site', site)
  if (format !== undefined) query.set('format', format)
  if (skipInvalid) query.set('skip_invalid', '1')
  return query.toString()
}

function asked(query: URLSearchParams): readonly [string, ImportFile] {
  const { product, skip_invalid, ...file } = Asked.parse(Object.fromEntries(query))
  return [product, { ...file, skipInvalid: skip_invalid !== undefined }]
}

/** Imports by an operator on the running service. An import stops when its caller disconnects; the same request continues it. */
export function importRoutes(imports: Imports, checks: CheckQueue): OperatorRoutes {
  let dryRuns = 0
  return {
    'POST /imports': ({ query, signal, left, progress }) =>
      imports.run(...asked(query), { onProgress: progress, signal: AbortSignal.any([signal, left]) }),
    'POST /imports/check': async ({ query, signal, left, progress }) => {
      const [product, file] = asked(query)
      // Dry runs of the operator wait for each other and for uploads, and do not count towards the limit of an account.
      const place = checks.take(`operator ${dryRuns++}`)
      try {
        return await place.inTurn(AbortSignal.any([signal, left]), (within) =>
          imports.check(product, file, { onProgress: progress, signal: within }),
        )
      } finally {
        place.release()
      }
    },
    'POST /imports/remove': ({ query }) => imports.remove(ImportId.parse(query.get('id'))),
  }
}
