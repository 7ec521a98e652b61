import { useQuery } from '@tanstack/react-query'
import type { Overview } from '../../api/types.ts'
import { CONVERSION_QUESTIONS, isConversionView, queryFor } from '../../statistics/conversion-view.ts'
import { metricsQuery } from '../../statistics/queries.ts'
import type { ReportState } from '../../statistics/use-report-state.ts'

/** The headline metrics: those of the overview or, where a goal is chosen, those of its conversions. Undefined while they load. */
export function useHeadline(
  state: ReportState,
  overview: Overview['figures'] | undefined,
): { readonly headline: Overview['figures'] | undefined; readonly isPlaceholder: boolean } {
  const enabled = isConversionView(state.filters)
  const [conversions, visits] = CONVERSION_QUESTIONS
  const ofConversions = useQuery({ ...metricsQuery(state.product, asked(state, 'conversions'), conversions), enabled })
  const ofVisits = useQuery({ ...metricsQuery(state.product, asked(state, 'visits'), visits), enabled })
  if (!enabled) return { headline: overview, isPlaceholder: false }
  // The rest of the page is not kept back by numbers that failed.
  if (ofConversions.isError || ofVisits.isError) return { headline: overview, isPlaceholder: false }
  // The numbers shown before stay in place until the new ones arrive, so that nothing moves.
  if (ofConversions.data === undefined || ofVisits.data === undefined)
    return { headline: overview, isPlaceholder: true }
  const isPlaceholder = ofConversions.isPlaceholderData || ofVisits.isPlaceholderData
  const { comparison } = ofVisits.data
  const metrics = [...ofVisits.data.metrics, ...ofConversions.data.metrics]
  return { headline: { metrics, ...(comparison && { comparison }) }, isPlaceholder }
}

function asked(state: ReportState, metric: 'conversions' | 'visits') {
  return { ...queryFor(metric, state), ...state.compare }
}
