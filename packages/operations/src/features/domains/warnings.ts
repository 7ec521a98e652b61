import type { Domains } from '@footfall/core-domain'
import type { ProductWriteCall } from '../../definition/index.ts'
import { type Check, checkAll } from '../../warnings/checks.ts'
import { domainTakenWarnings } from '../../warnings/domain-taken.ts'
import { counted, UNMEASURED } from '../../warnings/impact.ts'
import { neverSeenCheck } from '../../warnings/never-seen.ts'

/** Hostnames that leave the list or join it. */
export async function domainWarnings(call: ProductWriteCall, current: Domains, next: Domains): Promise<string[]> {
  const before = current.domains.map(({ hostname }) => hostname)
  const after = next.domains.map(({ hostname }) => hostname)
  const added = after.filter((hostname) => !before.includes(hostname))
  return [
    ...(await checkAll(call, [
      ...before.filter((hostname) => !after.includes(hostname)).map(removal),
      ...added.map((hostname) => neverSeenCheck({ kind: 'hostname', patterns: [hostname] })),
    ])),
    ...(await domainTakenWarnings(call, added, call.product.id)),
  ]
}

function removal(hostname: string): Check {
  return {
    sought: { kind: 'hostname', patterns: [hostname] },
    warn(known) {
      if (known === 'unavailable') return `Removing ${hostname} takes it off the product’s list; ${UNMEASURED}.`
      if (known === 'no_events' || known.visitors === 0) return undefined
      const had = known.visitors === null ? 'few visitors' : counted(known.visitors, 'visitor')
      return `Removing ${hostname}, which had ${had} in the last 7 days: its events are no longer assigned to the product’s own hostnames, and its links count as referrals.`
    },
  }
}
