import type { CheckedFactor, Transaction } from '@footfall/core-domain'

/** The plan of a new second factor. With the first one, the secret of the response holds the recovery codes. */
export function planFactor<const Result>(
  { summary, changes, commit }: CheckedFactor<unknown>,
  { result, subject }: { readonly result: Result; readonly subject: string },
) {
  return {
    summary,
    changes,
    revision: null,
    async commit(tx: Transaction) {
      const secret = await commit(tx)
      return { result, subject, ...(secret && { secret }) }
    },
  }
}
