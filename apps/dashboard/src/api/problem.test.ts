import { expect, it } from 'vitest'
import { problemOf, unreachable } from './problem.ts'

it('keeps what the service says of a refusal', () => {
  const problem = problemOf(400, {
    code: 'invalid_request',
    title: 'Invalid request',
    detail: 'One field is wrong.',
    request_id: 'req_1',
    errors: [{ path: 'name', message: 'must not be empty' }, { path: 3 }],
  })
  expect(problem).toMatchObject({
    status: 400,
    code: 'invalid_request',
    title: 'Invalid request',
    detail: 'One field is wrong.',
    requestId: 'req_1',
    errors: [{ path: 'name', message: 'must not be empty' }],
    signedOut: false,
    passing: false,
  })
})

it('makes do with an answer that is none of the service’s', () => {
  for (const body of ['<h1>Bad gateway</h1>', null, undefined, 7, { errors: 'many' }]) {
    const problem = problemOf(502, body)
    expect(problem).toMatchObject({ status: 502, code: 'unknown', errors: [], passing: true })
    expect(problem.title).not.toBe('')
    expect(problem.detail).not.toBe('')
  }
})

it('tells the end of a session and a silent server apart from refusals', () => {
  expect(problemOf(401, {}).signedOut).toBe(true)
  expect(unreachable(new TypeError('Failed to fetch'))).toMatchObject({ status: 0, passing: true, signedOut: false })
})
