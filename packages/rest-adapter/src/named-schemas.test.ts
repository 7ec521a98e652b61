import { expect, it } from 'vitest'
import { z } from 'zod'
import { createDocument } from 'zod-openapi'
import { withUsedSchemas } from './named-schemas.ts'

const Size = z.object({ width: z.int().default(1) })
const Box = z.object({ size: Size })
const Crate = z.object({ size: Size })

const documentOf = (answer: z.ZodType) =>
  withUsedSchemas(
    createDocument({
      openapi: '3.1.0',
      info: { title: 'Boxes', version: '1' },
      paths: {
        '/boxes': {
          get: { responses: { 200: { description: 'Boxes', content: { 'application/json': { schema: answer } } } } },
        },
      },
      components: { schemas: { Box, Crate, Size } },
    }),
  )

it('keeps the named schemas that a document uses, directly or through another, and leaves out the others', () => {
  const { components } = documentOf(z.array(Box))
  expect(Object.keys(components?.schemas ?? {}).sort()).toEqual(['Box', 'Size'])
  expect(components?.schemas?.Box).toMatchObject({ properties: { size: { $ref: '#/components/schemas/Size' } } })
})

it('leaves out every named schema if a document uses none', () => {
  expect(documentOf(z.string()).components?.schemas).toEqual({})
})
