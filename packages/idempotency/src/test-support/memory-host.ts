import type { MemoryRecords } from '../index.ts'
import type { AsyncHost } from '../testing.ts'

/** A host whose effects are names in a list. */
export function memoryHost(records: MemoryRecords): AsyncHost<unknown> {
  const left: string[] = []
  return {
    records,
    resolver: records,
    transaction: (work) => work(undefined),
    async effect(_tx, name) {
      left.push(name)
    },
    effects: async (name) => left.filter((one) => one === name).length,
  }
}
