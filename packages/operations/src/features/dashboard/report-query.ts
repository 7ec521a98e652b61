import { Filters, givenFilters } from '@footfall/core-domain'
import { segmentQuery } from '../../inputs/asked-filters.ts'
import { rangeQuery, trafficQuery } from '../../inputs/report-input.ts'

export const reportQuery = {
  ...rangeQuery,
  filters: givenFilters(Filters).optional().meta({ description: 'All must hold. As a query parameter: JSON.' }),
  ...segmentQuery,
  ...trafficQuery,
}
