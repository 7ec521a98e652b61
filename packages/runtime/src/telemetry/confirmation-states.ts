import type { Coordinator, Outcome } from '@footfall/idempotency'

/** How a confirmed request ended; `refused` where it threw, and nothing was recorded. */
export type ConfirmationState = Outcome<unknown>['kind'] | 'refused'

/** The same coordinator, with every ending told. */
export function tellingStates<Tx>(
  { confirm }: Coordinator<Tx>,
  tell: (state: ConfirmationState) => void,
): Coordinator<Tx> {
  return {
    async confirm(request, effect) {
      try {
        const outcome = await confirm(request, effect)
        tell(outcome.kind)
        return outcome
      } catch (error) {
        tell('refused')
        throw error
      }
    },
  }
}
