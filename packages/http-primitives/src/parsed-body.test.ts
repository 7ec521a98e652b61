import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

// It warns once in a process, which test files share.
let readBody: typeof import('./read-body.ts')['readBody']
beforeAll(async () => {
  vi.resetModules()
  ;({ readBody } = await import('./read-body.ts'))
})

const warnings: Error[] = []
const keep = (warning: Error & { code?: string }) => {
  if (warning.code === 'BODY_ALREADY_PARSED') warnings.push(warning)
}
process.on('warning', keep)
afterAll(() => process.removeListener('warning', keep))

const FORM = 'application/x-www-form-urlencoded; charset=utf-8'
const parsed = (body: unknown, type = 'application/json') =>
  ({ readableEnded: true, headers: { 'content-type': type }, body }) as unknown as IncomingMessage
const read = async (...given: Parameters<typeof parsed>) =>
  String(await readBody(parsed(...given), { bytesMax: 100, decompress: false }))

it('a body that a parser has read is taken from the request, and one warning names the parsers', async () => {
  expect(await read({ a: [1, 'ü'] })).toBe('{"a":[1,"ü"]}')
  expect(await read({}, 'application/scim+json;charset=utf-8')).toBe('{}')
  expect(await read(Buffer.from([0xff, 0x00]), 'text/plain')).toBe(Buffer.from([0xff, 0x00]).toString())
  expect(await read('{"a" : 1}')).toBe('{"a" : 1}')
  await new Promise((resolve) => setImmediate(resolve))
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('uses req.body')])
})

it.each([
  [{ a: 'b c', d: '&=' }, 'a=b+c&d=%26%3D'],
  [{ a: ['1', '2'] }, 'a=1&a=2'],
  [{ a: { x: '1', y: ['2'] } }, 'a=1&a=2'],
  [{ a: null }, ''],
])('a parsed form is written as it was sent, with repeated parameters: %j', async (body, text) => {
  expect(await read(body, FORM)).toBe(text)
})

it.each([
  [undefined, 'application/json'],
  [undefined, FORM],
  [{ a: 1 }, 'multipart/form-data; boundary=x'],
])(
  'a body of which a parser kept %j for %s is rejected with an error that says where to mount the handler',
  async (body, type) => {
    await expect(read(body, type)).rejects.toThrow('mount this handler before any body parser')
  },
)

it('a parsed body has the same limit as any other', async () => {
  await expect(read({ a: 'x'.repeat(100) })).rejects.toMatchObject({ failure: 'too_large' })
})
