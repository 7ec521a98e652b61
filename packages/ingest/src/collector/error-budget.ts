import { HOUR_MS } from '@footfall/core-domain'

/** Different errors of a product in an hour; further ones are not kept. */
export const DIFFERENT_ERRORS_MAX = 200
/** Of these, the most that come from one client network first, so that no single network can use up the budget of the product. */
export const NEW_ERRORS_OF_NETWORK_MAX = 20
/** Reports of errors of a product in an hour; further ones are not kept. */
const ERROR_REPORTS_MAX = 10_000

export type ErrorAdmission = 'first' | 'again' | 'rejected'

/** Limits what broken pages, or somebody who sends made-up errors, can fill. In the memory of this process. */
export interface ErrorBudget {
  /**
   * `first` where the error is new in this hour: its stack is kept with this report only. `network` is called for such an
   * error, and gives the pseudonym of the client network.
   */
  admit(product: string, error: string, network: () => string, now: number): ErrorAdmission
}

interface Spent {
  readonly errors: Set<string>
  /** How many of the errors came from a network first. */
  readonly newOf: Map<string, number>
  reports: number
}

export function createErrorBudget(): ErrorBudget {
  let hour = 0
  let spent = new Map<string, Spent>()
  return {
    admit(product, error, network, now) {
      const current = Math.floor(now / HOUR_MS)
      if (current !== hour) {
        hour = current
        spent = new Map()
      }
      const own = spent.get(product) ?? { errors: new Set<string>(), newOf: new Map<string, number>(), reports: 0 }
      spent.set(product, own)
      if (own.reports >= ERROR_REPORTS_MAX) return 'rejected'
      const isKnown = own.errors.has(error)
      if (!isKnown && !admitNew(own, error, network)) return 'rejected'
      own.reports++
      return isKnown ? 'again' : 'first'
    },
  }
}

function admitNew({ errors, newOf }: Spent, error: string, network: () => string): boolean {
  if (errors.size >= DIFFERENT_ERRORS_MAX) return false
  const name = network()
  const before = newOf.get(name) ?? 0
  if (before >= NEW_ERRORS_OF_NETWORK_MAX) return false
  newOf.set(name, before + 1)
  errors.add(error)
  return true
}
