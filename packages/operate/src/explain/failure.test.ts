import { expect, it } from 'vitest'
import { unreachableFix } from './failure.ts'

it.each([
  ['CERT_HAS_EXPIRED', 'Renew the certificate of db.example: it has expired, or the clock of this machine is wrong.'],
  ['CERT_NOT_YET_VALID', 'Correct the clock of this machine, or the certificate of db.example: it is not valid yet.'],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'Use a host name of the certificate in DATABASE_URL, or give the server one for db.example.',
  ],
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'Trust its certificate: export NODE_EXTRA_CA_CERTS=/path/to/ca.pem, or give the server a valid one.',
  ],
])('a certificate with the problem %s has the advice that helps', (code, fix) => {
  const error = Object.assign(new Error('a certificate'), { code })
  const wrapped = new Error('cannot connect', { cause: error })
  expect(unreachableFix(wrapped, 'DATABASE_URL', 'postgres://a:b@db.example/c')).toBe(fix)
})
