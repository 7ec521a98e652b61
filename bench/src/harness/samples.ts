/** The result of repeated rounds: their median, and the lowest and highest round. */
export interface Samples {
  readonly median: number
  readonly low: number
  readonly high: number
  readonly rounds: number
}

export function samples(values: readonly number[]): Samples {
  const sorted = [...values].sort((a, b) => a - b)
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0), high: quantile(sorted, 1), rounds: sorted.length }
}

export function quantile(sorted: readonly number[], q: number): number {
  if (sorted.length === 0) return Number.NaN
  const position = (sorted.length - 1) * q
  const below = sorted[Math.floor(position)] ?? Number.NaN
  const above = sorted[Math.ceil(position)] ?? below
  return below + (above - below) * (position - Math.floor(position))
}

export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Runs rounds of several measurements in turn, so that other load on the machine affects all of them alike. */
export async function alternating<Name extends string>(
  rounds: number,
  things: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, Samples>> {
  const names = Object.keys(things) as Name[]
  const measured = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of names) measured.get(name)?.push(await things[name]())
  }
  return Object.fromEntries(names.map((name) => [name, samples(measured.get(name) ?? [])])) as Record<Name, Samples>
}
