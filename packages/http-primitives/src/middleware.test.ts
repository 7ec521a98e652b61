import { expect, it } from 'vitest'
import { inTurn } from './middleware.ts'

type Seen = string[]
const step =
  (name: string, error?: unknown) =>
  (_req: null, seen: Seen, next: (error?: unknown) => void): void => {
    seen.push(name)
    next(error)
  }

function run(steps: Parameters<typeof inTurn<null, Seen>>[0]) {
  const seen: Seen = []
  const ends: unknown[] = []
  inTurn(steps)(null, seen, (error) => ends.push(error))
  return { seen, ends }
}

it('middlewares in turn run in their order, and then what follows them runs once', () => {
  expect(run([step('a'), step('b'), step('c')])).toEqual({ seen: ['a', 'b', 'c'], ends: [undefined] })
  expect(run([])).toEqual({ seen: [], ends: [undefined] })
})

it('an error of a middleware in turn skips the ones after it', () => {
  const failure = new Error('broken')
  expect(run([step('a'), step('b', failure), step('c')])).toEqual({ seen: ['a', 'b'], ends: [failure] })
})

it('a middleware in turn that answers ends the request', () => {
  expect(run([step('a'), (_req, seen) => void seen.push('answered'), step('c')])).toEqual({
    seen: ['a', 'answered'],
    ends: [],
  })
})

it('middlewares in turn serve many requests at the same time', () => {
  const waiting: (() => void)[] = []
  const serve = inTurn<null, Seen>([step('a'), (_req, _seen, next) => void waiting.push(() => next()), step('b')])
  const [first, second]: [Seen, Seen] = [[], []]
  serve(null, first, () => first.push('end'))
  serve(null, second, () => second.push('end'))
  for (const go of waiting) go()
  expect([first, second]).toEqual([
    ['a', 'b', 'end'],
    ['a', 'b', 'end'],
  ])
})
