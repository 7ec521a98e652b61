import { InvalidArgumentError } from 'commander'

/** Parses how many entries to list. */
export function upToThousand(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 1000)
    throw new InvalidArgumentError('It must be a whole number from 1 to 1000.')
  return count
}

/** A number with what it counts: “1 token”, “2,000 tokens”. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
