import {
  ERROR_CODES,
  InsufficientScope,
  InvalidRequest,
  InvalidToken,
  MethodNotAllowed,
  RateLimited,
  ServiceUnavailable,
} from '@footfall/core-domain'
import { describe, expect, it } from 'vitest'
import { PROBLEM_STATUS } from './problem.ts'
import { toProblem } from './problem-response.ts'

describe('a problem response', () => {
  it('maps every code to its fixed status', () => {
    expect(Object.fromEntries(Object.entries(PROBLEM_STATUS).map(([code, { status }]) => [code, status]))).toEqual({
      invalid_request: 400,
      approval_decided: 409,
      approval_declined: 409,
      identity_off: 400,
      idempotency_key_required: 400,
      invalid_token: 401,
      insufficient_scope: 403,
      credential_not_accepted: 403,
      role_forbidden: 403,
      reauthentication_required: 403,
      second_factor_required: 403,
      delegation_exceeded: 403,
      not_found: 404,
      method_not_allowed: 405,
      idempotency_conflict: 409,
      request_in_progress: 409,
      outcome_unknown: 409,
      revision_conflict: 409,
      already_exists: 409,
      quota_exceeded: 409,
      payload_too_large: 413,
      unsupported_media_type: 415,
      rate_limited: 429,
      internal_error: 500,
      service_unavailable: 503,
    })
    expect(Object.keys(PROBLEM_STATUS).sort()).toEqual([...ERROR_CODES].sort())
  })

  it.each([
    ['an error with a secret in it', new Error('password=hunter2 at /srv/footfall/main.js')],
    ['a thrown string', 'jt_secret'],
    ['a thrown object', { sql: 'SELECT 1' }],
    ['nothing', undefined],
  ])('reveals nothing about an internal fault: %s', (_, fault) => {
    const { problem, headers } = toProblem(fault, 'req_1')
    expect(problem).toEqual({
      type: 'urn:footfall:problem:internal_error',
      title: 'Internal error',
      status: 500,
      detail: 'The service failed on this request; it has been logged.',
      code: 'internal_error',
      request_id: 'req_1',
    })
    expect(headers).toEqual({})
  })

  it('says when to retry after an outage, and does not reveal what failed', () => {
    const { problem, headers } = toProblem(new ServiceUnavailable(new Error('connect ECONNREFUSED 10.0.0.7:5432')), 'r')
    expect(problem).toMatchObject({ status: 503, code: 'service_unavailable' })
    expect(JSON.stringify(problem)).not.toContain('10.0.0.7')
    expect(headers).toEqual({ 'Retry-After': '5' })
  })

  it('carries the headers that its error requires', () => {
    const headersOf = (error: unknown) => toProblem(error, 'r').headers
    expect(headersOf(new InvalidToken(false))).toEqual({ 'WWW-Authenticate': 'Bearer' })
    expect(headersOf(new InvalidToken(true))).toEqual({ 'WWW-Authenticate': 'Bearer error="invalid_token"' })
    expect(headersOf(new InsufficientScope(['a:read', 'b:read']))).toEqual({
      'WWW-Authenticate': 'Bearer error="insufficient_scope", scope="a:read b:read"',
    })
    expect(headersOf(new MethodNotAllowed(['GET', 'HEAD']))).toEqual({ Allow: 'GET, HEAD' })
    expect(headersOf(new RateLimited(7))).toEqual({ 'Retry-After': '7' })
  })

  it('names every field of invalid input', () => {
    const errors = [{ path: 'a', message: 'is required' }]
    expect(toProblem(new InvalidRequest(errors), 'r').problem).toMatchObject({ errors, detail: 'a: is required' })
  })
})
