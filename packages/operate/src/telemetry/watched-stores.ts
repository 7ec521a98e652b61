import type { Watch } from '@footfall/core-domain'
import type { ControlData } from '@footfall/storage'
import type { Engine } from '@footfall/warehouse'

/** Control data whose transactions are observed. */
export function watchedControlData(control: ControlData, watch: Watch | undefined): ControlData {
  if (watch === undefined) return control
  const system = control.dialect === 'postgres' ? 'postgresql' : 'sqlite'
  return {
    ...control,
    store: {
      ...control.store,
      transaction: (work) => watch({ kind: 'transaction', system }, () => control.store.transaction(work)),
    },
  }
}

/** An engine whose statements are observed, including the wait for a connection. */
export function watchedEngine(engine: Engine, watch: Watch | undefined): Engine {
  if (watch === undefined) return engine
  return {
    ...engine,
    rows: (sql, options = {}) =>
      watch({ kind: 'engine', purpose: options.purpose ?? 'report', statement: firstWord(sql) }, () =>
        engine.rows(sql, options),
      ),
    run: (sql, options = {}) =>
      watch({ kind: 'engine', purpose: options.purpose ?? 'maintenance', statement: firstWord(sql) }, () =>
        engine.run(sql, options),
      ),
    runOnFiles: (sql, options) =>
      watch({ kind: 'engine', purpose: 'maintenance', statement: firstWord(sql) }, () =>
        engine.runOnFiles(sql, options),
      ),
    insert: (...block) =>
      watch({ kind: 'engine', purpose: 'ingest', statement: 'INSERT' }, () => engine.insert(...block)),
  }
}

/** SELECT, INSERT, ALTER …: statements are the service’s own, so there are a dozen of them. */
function firstWord(sql: string): string {
  return /^\s*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? 'OTHER'
}
