/** Ends a transaction without its writes. */
export class StepOver extends Error {}

export async function unlessOver<T>(work: Promise<T>): Promise<T | 'over'> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StepOver) return 'over'
    throw error
  }
}
