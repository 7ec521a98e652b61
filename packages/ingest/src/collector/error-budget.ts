import { HOUR_MS } from '@footfall/core-domain'

/** Different errors of a product in an hour; further ones are not kept. */
export const DIFFERENT_ERRORS_MAX = 200
/** Reports of errors of a product in an hour; further ones are not kept. */
const ERROR_REPORTS_MAX = 10_000

export type ErrorAdmission = 'first' | 'again' | 'refused'

/** Limits what broken pages, or somebody who sends made-up errors, can fill. In the memory of this process. */
export interface ErrorBudget {
  /** `first` where the error is new in this hour: its stack is kept with this report alone. */
  admit(product: string, error: string, now: number): ErrorAdmission
}

interface Spent {
  readonly errors: Set<string>
  reports: number
}

export function createErrorBudget(): ErrorBudget {
  let hour = 0
  let spent = new Map<string, Spent>()
  return {
    admit(product, error, now) {
      const current = Math.floor(now / HOUR_MS)
      if (current !== hour) {
        hour = current
        spent = new Map()
      }
      const own = spent.get(product) ?? { errors: new Set<string>(), reports: 0 }
      spent.set(product, own)
      const isKnown = own.errors.has(error)
      if (own.reports >= ERROR_REPORTS_MAX || (!isKnown && own.errors.size >= DIFFERENT_ERRORS_MAX)) return 'refused'
      own.reports++
      own.errors.add(error)
      return isKnown ? 'again' : 'first'
    },
  }
}
