import { AlreadyExists, NotFound } from '@footfall/core-domain'
import { isForeignKeyViolation, isUniqueViolation } from '../connections/failures.ts'

/**
 * Waits for an insert in which callers race: whoever comes second is told so, and what hangs on something that is gone
 * meanwhile is refused like any look-up of it.
 */
export async function inserted(statement: Promise<unknown>, duplicate: string): Promise<void> {
  try {
    await statement
  } catch (error) {
    if (isUniqueViolation(error)) throw new AlreadyExists(duplicate)
    if (isForeignKeyViolation(error)) throw new NotFound()
    throw error
  }
}
