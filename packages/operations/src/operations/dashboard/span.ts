import { Filter, LocalDate } from '@footfall/core-domain'
import { z } from 'zod'
import { timeZoneQuery } from '../../report-input.ts'

export const spanQuery = {
  from: LocalDate.meta({ description: 'First day, YYYY-MM-DD.' }),
  to: LocalDate.meta({ description: 'Last day, inclusive, YYYY-MM-DD.' }),
  ...timeZoneQuery,
  filters: z.array(Filter).max(20).optional().meta({ description: 'All must hold. As a query parameter: JSON.' }),
}
