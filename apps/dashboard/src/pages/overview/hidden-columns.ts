import { isMetric } from '@footfall/core-domain/metrics'
import { useState } from 'react'
import type { Metric } from '../../api/types.ts'
import { readStored, writeStored } from '../../session/browser-storage.ts'

const STORED = 'footfall.hidden-columns'

/** The columns that somebody turned off, in every table of this browser, and how to turn one on or off. */
export function useHiddenColumns(): readonly [ReadonlySet<Metric>, (metric: Metric) => void] {
  const [hidden, setHidden] = useState(() => hiddenColumnsOf(readStored(STORED)))
  const toggle = (metric: Metric) => {
    const next = new Set(hidden)
    if (!next.delete(metric)) next.add(metric)
    writeStored(STORED, next.size === 0 ? undefined : [...next].join(' '))
    setHidden(next)
  }
  return [hidden, toggle]
}

/** The columns in what this browser keeps. Names that no metric has are left out. */
export function hiddenColumnsOf(stored: string | null | undefined): ReadonlySet<Metric> {
  return new Set((stored ?? '').split(' ').filter(isMetric))
}
