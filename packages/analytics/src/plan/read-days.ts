import { DAY_MS, type InstantRange, type ReadDays } from '@footfall/core-domain'
import type { Pass } from './pass.ts'
import type { Plan } from './plan.ts'

/** How many UTC days the plans of one question read from numbers, and how many from rows. */
export function readDays(plans: readonly Plan[]): ReadDays {
  const read = plans.flatMap((plan) => passesOf(plan).map((pass) => daysOf(pass, plan.question.range.kept)))
  return {
    days: new Set(read.flatMap(({ numbers }) => numbers)).size,
    rows: new Set(read.flatMap(({ rows }) => rows)).size,
  }
}

function passesOf({ totals, series, rows }: Plan): readonly Pass[] {
  return [...totals, ...(series?.passes ?? []), ...rows]
}

function daysOf(
  pass: Pass,
  range: InstantRange,
): { readonly numbers: readonly number[]; readonly rows: readonly number[] } {
  if (pass.source !== 'days') return { numbers: [], rows: daysIn(range) }
  return {
    numbers: pass.days.used.map(({ closed }) => closed.day),
    rows: pass.days.raw.flatMap(({ days }) => daysIn(days)),
  }
}

function daysIn({ startMs, endMs }: InstantRange): readonly number[] {
  const first = Math.floor(startMs / DAY_MS)
  return Array.from({ length: Math.max(0, Math.ceil(endMs / DAY_MS) - first) }, (_, i) => first + i)
}
