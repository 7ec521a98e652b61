import { describe, it } from 'vitest'
import { describeStores as publishedStores } from '../testing/stores/contract.ts'
import type { OpenStores } from '../testing/stores/rule.ts'

/** The published contract of the stores, with Vitest. */
export function describeStores(name: string, open: OpenStores): void {
  publishedStores({ describe, it }, name, open)
}
