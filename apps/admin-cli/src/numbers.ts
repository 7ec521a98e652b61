import { textsIn, writtenSize } from '@footfall/core-domain'
import { InvalidArgumentError } from 'commander'

/** The most entries that a command lists. */
export const LIMIT_MAX = 1000

/** Parses how many entries to list. */
export function upToThousand(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > LIMIT_MAX)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${LIMIT_MAX}.`)
  return count
}

/** A number with what it counts: “1 token”, “2,000 tokens”. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

/** Bytes in their largest unit: “3 GiB”. */
export const sizeText = (bytes: number): string => writtenSize(textsIn('en'), bytes)
