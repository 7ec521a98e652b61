import { Annotation, dateIn, QuotaExceeded, timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { created, defineWrite, PEOPLE_ONLY } from '../../definition/index.ts'
import { annotationWarnings } from '../../warnings/names.ts'
import { fields } from './annotation.ts'

/** One answer shows all annotations of a date range, over a chart; this is far more than people can distinguish there. */
const ANNOTATIONS_MAX = 1_000

export const createAnnotation = defineWrite({
  name: 'dashboard_annotations_create',
  method: 'POST',
  path: '/api/v1/products/{product}/annotations',
  title: 'Create an annotation',
  activity: 'Annotation created',
  description: 'Creates an annotation of a day, such as a launch or an outage, that explains a change in the numbers.',
  scope: 'settings:write',
  product: 'path',
  role: 'editor',
  allowedPrincipals: PEOPLE_ONLY,
  tool: {
    name: 'service_annotations_create',
    scope: 'content:write',
    description:
      'Notes on a day what happened, such as a launch, a deployment, a campaign or an outage; charts show it, and it explains a change in the numbers. service_diagnostics_annotations lists them.',
  },
  errors: ['quota_exceeded'],
  body: z.strictObject({
    ...fields,
    date: fields.date
      .optional()
      .meta({ description: 'Its day in the product’s time zone, YYYY-MM-DD; by default today.' }),
  }),
  output: Annotation,
  creates: true,
  examples: [
    { body: { date: '2026-11-01', title: 'Launch' } },
    { body: { date: '2026-11-02', title: 'Outage', note: 'For an hour.', category: 'Operations', color: 'red' } },
  ],
  async plan(call, { date, ...more }) {
    const { store, product, ids, clock } = call
    const given = { date: date ?? dateIn(product.timezone, clock.now()), ...more }
    if ((await store.annotations.count(product.id)) >= ANNOTATIONS_MAX)
      throw new QuotaExceeded('annotations', ANNOTATIONS_MAX)
    return {
      summary: `Create the annotation “${given.title}” of ${given.date} on “${product.name}”.`,
      changes: created(given),
      revision: null,
      warnings: () => annotationWarnings(call, given),
      async commit({ store }) {
        const at = timestamp(clock.now())
        const annotation: Annotation = { id: ids.annotation(), ...given, created_at: at, revision: 1, updated_at: at }
        await store.annotations.insert(product.id, annotation)
        return { result: annotation, subject: annotation.id }
      },
    }
  },
})
