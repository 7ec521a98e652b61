/** The most steps between zero and the uppermost tick. */
const STEPS_MAX = 4
const ROUND = [1, 2, 2.5, 5, 10]

/** Ticks from zero to the first round number at or above the highest value, evenly apart. */
export function valueTicks(highest: number, whole: boolean): readonly number[] {
  const step = roundStep(highest / STEPS_MAX, whole)
  const steps = Math.max(1, Math.ceil(highest / step - 1e-9))
  // Rounded, since 3 × 0.1 is not 0.3.
  return Array.from({ length: steps + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}

function roundStep(least: number, whole: boolean): number {
  if (least <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  const step = ROUND.map((round) => round * power).find((step) => step >= least * (1 - 1e-9)) ?? 10 * power
  return whole ? Math.max(1, Math.ceil(step)) : step
}
