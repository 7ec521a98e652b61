import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineDomain, type HostPrincipal, type HostResource } from './define-domain.ts'

const domain = defineDomain({
  scopes: ['notes:write'],
  roles: ['clerk'],
  resource: {
    name: 'shop',
    find: (id, _who: HostPrincipal, _store: object): HostResource<'clerk'> => ({ id, role: 'clerk' }),
  },
})
const described = { name: 'notes_put', title: 'Put a note', description: 'Puts a note.', scope: 'notes:write' } as const
const spec = {
  ...described,
  method: 'PUT',
  output: z.object({}),
  plan: () => Promise.reject(new Error('nobody calls it')),
} as const
const text = z.string()

it.each<[string, string, () => unknown]>([
  [
    'a field of the body that is named like the resource',
    'shop is named twice',
    () => domain.write({ ...spec, path: '/shops/{shop}/notes', role: 'clerk', body: { shop: text } }),
  ],
  [
    'a field of the body that is named like a parameter of the path',
    'note is named twice',
    () =>
      domain.write({
        ...spec,
        path: '/shops/{shop}/notes/{note}',
        role: 'clerk',
        params: { note: text },
        body: { note: text },
      }),
  ],
  [
    'a field of the body by which a tool confirms',
    'confirm is named twice',
    () => domain.write({ ...spec, path: '/notes', role: null, body: { confirm: text } }),
  ],
  [
    'a parameter of the query that is named like the resource',
    'shop is named twice',
    () =>
      domain.read({
        ...described,
        path: '/shops/{shop}/notes',
        role: 'clerk',
        query: { shop: text },
        output: z.object({}),
        run: () => Promise.reject(new Error('nobody calls it')),
      }),
  ],
  [
    'a parameter of the path without a schema',
    'note has no schema',
    () => domain.write({ ...spec, path: '/shops/{shop}/notes/{note}', role: 'clerk' }),
  ],
  [
    'a parameter that the path does not have',
    'note is none of its path',
    () => domain.write({ ...spec, path: '/shops/{shop}/notes', role: 'clerk', params: { note: text } }),
  ],
])('rejects an operation of a host with %s', (_what, message, define) => {
  expect(define).toThrow(new RegExp(`^notes_put: the parameter ${message}`))
})

it('accepts a field of the body that is named like the resource if the operation has no resource', () => {
  const operation = domain.write({ ...spec, path: '/notes', role: null, body: { shop: text } })
  expect(operation.resource).toBeUndefined()
})
