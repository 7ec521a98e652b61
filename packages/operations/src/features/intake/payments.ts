import { Payment } from '@footfall/core-domain'
import { z } from 'zod'
import { defineIntake } from '../../definition/intake.ts'

const Recorded = z.object({ data: z.object({ id: z.string(), recorded: z.boolean(), replayed: z.boolean() }) })

export const recordPayment = defineIntake({
  name: 'record_payment',
  path: '/api/v1/payments',
  title: 'Record a payment',
  description:
    'Records a payment as revenue. The same `id` counts once. Requires a Website API key of the kind `payment`.',
  credential: 'payment',
  input: Payment,
  answers: {
    201: { description: 'Recorded', body: Recorded },
    200: { description: 'Recorded before under the same `id`; nothing is counted again', body: Recorded },
  },
  errors: ['already_exists'],
  async run({ collector, product, key }, payment) {
    const { replayed } = await collector.payment(product, payment, key)
    return { status: replayed ? 200 : 201, body: { data: { id: payment.id, recorded: true, replayed } } }
  },
})
