import type { Funnel } from '../../api/types.ts'

/** A funnel with its results, saved or not. */
export type CountedFunnel = Pick<Funnel, 'name' | 'steps' | 'window_minutes' | 'results'>
