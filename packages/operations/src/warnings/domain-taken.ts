import type { ProductId } from '@footfall/core-domain'
import type { AccountCall } from '../definition/call.ts'

/** How many hostnames of one change are looked for. */
const LOOKED_FOR_MAX = 10

/** Warns if another product that the caller may see has the hostname: events of its pages count for only one of them. */
export async function domainTakenWarnings(
  { store, account, principal }: Pick<AccountCall, 'store' | 'account' | 'principal'>,
  hostnames: readonly string[],
  own?: ProductId,
): Promise<string[]> {
  const warnings: string[] = []
  for (const hostname of hostnames.slice(0, LOOKED_FOR_MAX)) {
    // No product is called by an empty name.
    const called = await store.products.listCalled(account, principal.selection, { name: '', hostname }, 2)
    const other = called.find(({ id }) => id !== own)
    if (other !== undefined) warnings.push(`The product “${other.name}” already has the domain ${hostname}.`)
  }
  return warnings
}
