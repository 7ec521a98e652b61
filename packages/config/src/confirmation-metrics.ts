import type { Coordinator, Outcome } from '@footfall/idempotency'

/** How a confirmed request ended; `refused` if it threw and nothing was recorded. */
export type ConfirmationState = Outcome<unknown>['kind'] | 'refused'

/** Wraps a coordinator so that it reports how each request ended. */
export function withMetrics<Tx>(
  { confirm, replay, meantBy }: Coordinator<Tx>,
  report: (state: ConfirmationState) => void,
): Coordinator<Tx> {
  return {
    // These confirm nothing.
    replay,
    meantBy,
    async confirm(request, effect, begin) {
      try {
        const outcome = await confirm(request, effect, begin)
        report(outcome.kind)
        return outcome
      } catch (error) {
        report('refused')
        throw error
      }
    },
  }
}
