import type { TokenDependents } from '@footfall/core-domain'
import { plainly } from '../loss.ts'

/** What falls with a token, in words for its owner; nothing where nothing does. */
export function dependentsWarnings({ tokens, keys }: TokenDependents): string[] {
  return tokens + keys === 0
    ? []
    : [`${plainly(tokens)} tokens below it and ${plainly(keys)} product keys they issued stop working too.`]
}
