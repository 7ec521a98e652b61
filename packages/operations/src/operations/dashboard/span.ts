import { Filters } from '@footfall/core-domain'
import { segmentQuery } from '../../asked-filters.ts'
import { rangeQuery } from '../../report-input.ts'

export const spanQuery = {
  ...rangeQuery,
  filters: Filters.optional().meta({ description: 'All must hold. As a query parameter: JSON.' }),
  ...segmentQuery,
}
