import { removeImport } from '@footfall/analytics'
import {
  AlreadyExists,
  type Clock,
  DomainError,
  type ImportId,
  type ImportRecord,
  InvalidRequest,
  idFactory,
  NotFound,
  type Product,
  type ProductId,
  type RandomSource,
  SECOND_MS,
  ServiceUnavailable,
  timestamp,
} from '@footfall/core-domain'
import { earlierImport, importThreads, openGeo } from '@footfall/ingest'
import { executeForOperator, recordImport, removeImportAsOperator } from '@footfall/operations'
import type { ControlData } from '@footfall/storage'
import type { Engine } from '@footfall/warehouse'
import {
  forgetState,
  type ImportFile,
  importDirectories,
  type KnownFile,
  knownFile,
  lockedProduct,
} from './import-files.ts'
import { type CheckedImport, type ImportOutcome, type RemovedImport, repeatedOutcome } from './import-outcome.ts'
import { newRecord, percentSaver } from './import-record.ts'
import {
  checkImport,
  type ImportProgressed,
  type Performed,
  type PerformOptions,
  performImport,
} from './perform-import.ts'

export interface Watched {
  readonly onProgress?: ((progress: ImportProgressed) => void) | undefined
  /** Once it is aborted the work ends at its next step, and the same call continues it. */
  readonly signal?: AbortSignal | undefined
}

/** Imports of files into products, each with a record by which it can be removed again. */
export interface Imports {
  /** Imports a file. Throws `NotFound` for a missing product, `InvalidRequest` for an invalid file, `AlreadyExists` while another import runs. */
  run(product: string, file: ImportFile, watched?: Watched): Promise<ImportOutcome>
  /** What importing a file would store. Throws as `run` does. */
  check(product: string, file: ImportFile, watched?: Watched): Promise<CheckedImport>
  /** Imports the file of a started record, and stores a failure in the record. */
  runStarted(record: ImportRecord, watched?: Watched): Promise<void>
  /** Ends an import whose uploaded file is gone, and deletes its rows. */
  endWithoutFile(record: ImportRecord): Promise<void>
  /** Removes an import, also an incomplete one. Throws `NotFound`. */
  remove(id: ImportId): Promise<RemovedImport>
}

export interface ImportsOptions {
  readonly control: Pick<ControlData, 'store' | 'trackingProfiles' | 'exclusively'>
  readonly engine: Engine
  readonly clock: Clock
  readonly random: RandomSource
  readonly dataDir: string
  readonly geoDatabase: string | undefined
  /** Processors of this machine. */
  readonly processors: number
  /** Closes the past days of a product. */
  readonly closeImported: (product: ProductId) => Promise<void>
  /** Called for each product whose rows changed, before a record says so: whoever reads the record asks next. */
  readonly bump?: (product: ProductId) => void
}

/** Thrown into an import so that it ends at its next step. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped'
}

/** An import whose caller disconnected ends within this time. */
const WAIT_MS = 30 * SECOND_MS

export function createImports(options: ImportsOptions): Imports {
  const { control, engine, clock, random, dataDir, bump } = options
  const { store } = control
  const directories = importDirectories(dataDir)
  const ids = idFactory(random)
  const put = (record: ImportRecord) => store.transaction((tx) => tx.store.imports.put(record))
  const now = () => timestamp(clock.now())
  /** Changes a running import; false if its removal has begun. */
  const update = (record: ImportRecord, change: Partial<ImportRecord>) =>
    store.transaction(async (tx) => {
      const current = await tx.store.imports.find(record.id)
      if (current?.status !== 'running') return false
      await tx.store.imports.put({ ...current, ...change, updated_at: now() })
      return true
    })

  async function productOf(id: string): Promise<Product> {
    const found = (await store.products.all()).find((product) => product.id === id)
    if (found === undefined) throw new NotFound()
    return found
  }

  /** One import into a product at a time: on this data directory, and among replicas that share PostgreSQL. */
  async function exclusively<T>(product: ProductId, work: () => Promise<T>): Promise<T> {
    return lockedProduct(directories.imports, product, WAIT_MS, async () => {
      const done: { result?: T } = {}
      const ran = await control.exclusively(`import ${product}`, async () => {
        done.result = await work()
      })
      if (!ran || !('result' in done))
        throw new AlreadyExists(
          'Another import into this product is running on another replica; wait until it has ended.',
        )
      return done.result as T
    })
  }

  async function performOptions(product: Product, stateDir: string, watched: Watched): Promise<PerformOptions> {
    const profile = await control.trackingProfiles.find(product.id)
    if (profile === undefined) throw new NotFound()
    return {
      engine,
      profile,
      zone: product.timezone,
      stateDir,
      geo: await openGeo(options.geoDatabase),
      threads: importThreads(options.processors),
      clock,
      random,
      signal: watched.signal,
      onProgress(progress) {
        if (watched.signal?.aborted) throw new ImportStopped()
        watched.onProgress?.(progress)
      },
    }
  }

  async function begun(product: Product, file: KnownFile): Promise<ImportRecord> {
    const found = await store.imports.findByContent(product.id, file.content)
    if (found?.status === 'removing')
      throw new AlreadyExists(`This file is being removed as ${found.id}; import it again once that has ended.`)
    if (found !== undefined) return found
    const record = newRecord(ids.import(), product.id, file, 'running', now())
    await store.transaction((tx) => tx.store.imports.insert(record))
    return record
  }

  async function execute(
    product: Product,
    file: KnownFile,
    record: ImportRecord,
    watched: Watched,
  ): Promise<Performed> {
    const isEarlier = (await earlierState(product, file)) === 'begun'
    const stateDir = isEarlier ? directories.imports : directories.stateOf(record.id)
    const saving = percentSaver((percent) => update(record, { percent }), clock)
    const onProgress = (progress: ImportProgressed) => {
      if (saving.isGone()) throw new ImportStopped()
      saving.save(progress.done)
      watched.onProgress?.(progress)
    }
    const performing = await performOptions(product, stateDir, { ...watched, onProgress })
    try {
      const performed = await performImport(file, record.id, performing)
      await saving.ended()
      const { events, crawler_hits: crawlerHits, figures } = performed
      const finished = { id: record.id, product: product.id, events: events + figures, crawlerHits }
      await executeForOperator(recordImport, finished, { store, clock, random })
      const { site, from, to, rows, left_out, beyond_retention } = performed
      bump?.(product.id)
      await update(record, { site, from, to, rows, left_out, beyond_retention, status: 'complete', percent: 100 })
      await forgetState(directories.stateOf(record.id))
      await options.closeImported(product.id)
      return performed
    } catch (error) {
      await saving.ended()
      throwIfStopped(watched)
      if (error instanceof InvalidRequest) {
        await update(record, { status: 'failed', problem: error.detail })
        await forgetState(directories.stateOf(record.id))
      }
      throw error
    }
  }

  /** The state of an import that began before imports had records. */
  async function earlierState({ id }: Product, { source, format, path }: KnownFile) {
    if (source !== 'footfall' || format === undefined) return undefined
    const profile = await control.trackingProfiles.find(id)
    return profile && earlierImport({ profile, format, file: path, stateDir: directories.imports })
  }

  return {
    async run(productId, given, watched = {}) {
      const product = await productOf(productId)
      const file = await knownFile(given)
      return exclusively(product.id, async () => {
        if ((await earlierState(product, file)) === 'done') return repeatedOutcome(file.source, undefined)
        const record = await begun(product, file)
        if (record.status === 'complete') return repeatedOutcome(file.source, record)
        const performed = await execute(product, file, record, watched)
        return { ...performed, id: record.id, source: file.source, repeated: false }
      })
    },

    async check(productId, given, watched = {}) {
      const product = await productOf(productId)
      const id = ids.import()
      const stateDir = directories.stateOf(id)
      try {
        const file = await knownFile(given, watched.signal)
        const checked = await checkImport(file, id, await performOptions(product, stateDir, watched))
        return { ...checked, source: file.source }
      } catch (error) {
        throwIfStopped(watched)
        throw error
      } finally {
        await forgetState(stateDir)
      }
    },

    async runStarted(record, watched = {}) {
      const product = await productOf(record.product)
      const { file_name: name, source, site, format, skip_invalid: skipInvalid, content } = record
      const path = directories.uploadOf(record.id)
      const file = { path, name, source, site: site ?? undefined, format: format ?? undefined, skipInvalid, content }
      try {
        await exclusively(product.id, () => execute(product, file, record, watched))
      } catch (error) {
        // The next round continues it.
        if (error instanceof ImportStopped || error instanceof ServiceUnavailable) throw error
        if (error instanceof AlreadyExists) return
        if (!(error instanceof InvalidRequest)) {
          await removeImport(engine, { product: product.id, import: record.id }, clock)
          bump?.(product.id)
          await update(record, { status: 'failed', problem: problemOf(error) })
          throw error
        }
      }
    },

    async endWithoutFile({ id, product }) {
      await exclusively(product, async () => {
        const record = await store.imports.find(id)
        if (record?.status !== 'running' && record?.status !== 'uploaded') return
        await removeImport(engine, { product, import: id }, clock)
        bump?.(product)
        const failed = { status: 'failed', problem: WITHOUT_FILE, percent: 0, updated_at: now() } as const
        await store.transaction(async (tx) => {
          const current = await tx.store.imports.find(id)
          if (current?.status === record.status) await tx.store.imports.put({ ...current, ...failed })
        })
        await options.closeImported(product)
      })
    },

    async remove(id) {
      const record = await store.imports.find(id)
      if (record === undefined) throw new NotFound()
      const { product } = record
      return exclusively(product, async () => {
        const services = { store, clock, random }
        const removing = (await executeForOperator(removeImportAsOperator, { id }, services)) ?? record
        if (removing.status !== 'removing') return { id, rows: 0 }
        const rows = await removeImport(engine, { product, import: id }, clock)
        bump?.(product)
        await forgetState(directories.stateOf(id))
        await put({ ...removing, status: 'removed', updated_at: now() })
        await options.closeImported(product)
        return { id, rows }
      })
    },
  }
}

const WITHOUT_FILE =
  'The uploaded file is no longer on the disk of the service, so nothing was imported. Upload it again. Backups do not hold uploaded files.'

/** Once the signal is aborted, any failure of a step is a consequence of it. */
function throwIfStopped({ signal }: Watched): void {
  if (signal?.aborted) throw new ImportStopped()
}

function problemOf(error: unknown): string {
  return error instanceof DomainError ? error.detail : 'The import failed; the log of the service has the reason.'
}
