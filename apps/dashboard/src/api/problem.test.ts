import { expect, it } from 'vitest'
import { problemOf, unreachable } from './problem.ts'

it('keeps code, title, detail, request id and field errors of a problem response', () => {
  const problem = problemOf(400, {
    code: 'invalid_request',
    title: 'Invalid request',
    detail: 'One field is wrong.',
    request_id: 'req_1',
    errors: [
      { path: 'name', message: 'must not be empty' },
      { path: 'filters.0', message: 'is not a dimension', did_you_mean: ['page', 7] },
      { path: 3 },
    ],
  })
  expect(problem).toMatchObject({
    status: 400,
    code: 'invalid_request',
    title: 'Check what you entered',
    detail: 'One field is wrong.',
    requestId: 'req_1',
    errors: [
      { path: 'name', message: 'must not be empty' },
      { path: 'filters.0', message: 'is not a dimension', didYouMean: ['page'] },
    ],
    isSignedOut: false,
    isTransient: false,
  })
})

it('gives a title and a detail to a response that is not a problem document', () => {
  for (const body of ['<h1>Bad gateway</h1>', null, undefined, 7, { errors: 'many' }]) {
    const problem = problemOf(502, body)
    expect(problem).toMatchObject({ status: 502, code: 'unknown', errors: [], isTransient: true })
    expect(problem.title).not.toBe('')
    expect(problem.detail).not.toBe('')
  }
})

it('distinguishes an ended session and an unreachable server from other problems', () => {
  expect(problemOf(401, {}).isSignedOut).toBe(true)
  expect(unreachable(new TypeError('Failed to fetch'))).toMatchObject({
    status: 0,
    isTransient: true,
    isSignedOut: false,
  })
})
