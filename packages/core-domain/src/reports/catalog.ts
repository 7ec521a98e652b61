import { z } from 'zod'
import { Segment } from '../entities/segment.ts'
import { UNITS } from '../metrics/index.ts'
import { Comparison, FilterOperator, FilterScope, Interval, Metric, Period } from '../statistics.ts'
import { count } from './parts.ts'

export const CatalogReport = z.object({
  metrics: z.array(
    z.object({
      name: Metric,
      unit: z.enum(UNITS),
      description: z.string(),
      dimensions: z.array(z.string()),
      additive: z
        .array(z.string())
        .meta({ description: 'The dimensions by which the rows add up to the total, while none is withheld.' }),
      filters: z.array(z.string()),
      intervals: z.array(Interval),
      collected: z.boolean().meta({ description: 'False when this product never sent what the metric is made of.' }),
    }),
  ),
  dimensions: z.array(
    z.object({
      name: z.string(),
      scope: z.enum(['visit', 'event']),
      description: z.string(),
      values: z
        .array(z.string())
        .optional()
        .meta({ description: 'Every value that there can be, where that is known.' }),
    }),
  ),
  filter_operators: z.array(z.object({ name: FilterOperator, description: z.string() })),
  filter_scopes: z.array(z.object({ name: FilterScope, description: z.string() })),
  periods: z.array(Period),
  orders: z.array(z.string()),
  comparisons: z.array(Comparison),
  properties: z.array(z.string()).meta({ description: 'Property names seen in the last 30 days, for property:NAME.' }),
  goals: z.array(z.string()),
  limits: z.object({
    days_max: count,
    rows_max: count,
    filters_max: count,
    values_max: count.meta({ description: 'Values of all filters of a question together.' }),
    characters_max: count.meta({ description: 'Characters of these values together.' }),
    patterns_max: count.meta({ description: 'Of these values, those that are contained or matched with a pattern.' }),
    searches_max: count.meta({
      description:
        'Conditions by goal, exit_page, next_page or previous_page, and those of scope visit or visitor: each searches other events.',
    }),
    points_max: count,
  }),
  notes: z.array(z.string()),
})
export type CatalogReport = z.infer<typeof CatalogReport>

/** The catalog with what people of the product saved. */
export const ProductCatalog = CatalogReport.extend({
  segments: z
    .array(Segment.pick({ id: true, name: true, filters: true }))
    .meta({ description: 'Saved filters, for the parameter `segment`.' }),
})
export type ProductCatalog = z.infer<typeof ProductCatalog>
