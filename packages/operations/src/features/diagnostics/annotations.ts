import { Annotation, FIRST_LOCAL_DATE, LAST_LOCAL_DATE, LocalDate } from '@footfall/core-domain'
import { z } from 'zod'
import { defineRead } from '../../definition/index.ts'
import { assertOrdered } from '../../inputs/report-input.ts'

export const listAnnotations = defineRead({
  name: 'service_diagnostics_annotations',
  path: '/api/v1/products/{product}/annotations',
  title: 'List annotations',
  description: 'Lists the annotations of a product, such as launches and outages; they explain changes in the numbers.',
  scope: 'diagnostics:read',
  product: 'path',
  role: 'viewer',
  query: {
    from: LocalDate.optional().meta({ description: 'First day, YYYY-MM-DD; without it, from the beginning.' }),
    to: LocalDate.optional().meta({ description: 'Last day, inclusive, YYYY-MM-DD; without it, to the end.' }),
  },
  output: z.object({ annotations: z.array(Annotation) }),
  async run({ store, product }, { from, to }) {
    const range = { from: from ?? FIRST_LOCAL_DATE, to: to ?? LAST_LOCAL_DATE }
    assertOrdered(range)
    return { data: { annotations: [...(await store.annotations.list(product.id, range))] } }
  },
})
