import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineWrite } from './write.ts'

const named = (body: z.ZodObject) => () =>
  defineWrite({
    name: 'service_notes_put',
    method: 'PUT',
    path: '/api/v1/products/{product}/notes',
    title: 'Put a note',
    activity: 'Note put',
    description: 'Puts a note.',
    scope: 'settings:write',
    product: 'path',
    role: 'editor',
    body,
    output: z.object({}),
    examples: [{ body: {} }],
    plan: () => Promise.reject(new Error('nobody calls it')),
  })

it('an operation of Footfall has no field that is named like its product, or like an argument that confirms', () => {
  expect(named(z.strictObject({ text: z.string() }))).not.toThrow()
  expect(named(z.strictObject({ product: z.string() }))).toThrow('product is named twice')
  expect(named(z.strictObject({ idempotency_key: z.string() }))).toThrow('idempotency_key is named twice')
})
