import { FootfallError, withoutSecrets } from '../errors.ts'

/** Why no response came from a server. */
export interface ConnectionProblem {
  /** Of the runtime, such as `ECONNREFUSED`. */
  readonly code: string | undefined
  /** Whether the certificate of the server is not trusted. Then nothing but the handshake was sent. */
  readonly isOfCertificate: boolean
  /** What is wrong with “it”, the server, and what to do; ends without a period. */
  readonly reason: string
}

/** By these codes Node.js, Deno and Bun say that they do not accept the certificate of a server. */
const OF_CERTIFICATES = /CERT|SELF_SIGNED|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^ERR_TLS/

const OWN_AUTHORITY = 'NODE_EXTRA_CA_CERTS'
const SILENT = 'it does not answer; check the address and your network'
const NOT_HTTPS = 'it does not speak https there; check the scheme and the port'

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there; check the address, and that the service runs',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'this host name is unknown; check its spelling',
  EAI_AGAIN: 'the host name could not be looked up; check your network',
  ETIMEDOUT: SILENT,
  EHOSTUNREACH: 'it cannot be reached from this network',
  ENETUNREACH: 'it cannot be reached from this network',
  UND_ERR_CONNECT_TIMEOUT: SILENT,
  UND_ERR_SOCKET: 'the connection was closed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  HOSTNAME_MISMATCH: 'its certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is self-signed; name the file of your own authority in ${OWN_AUTHORITY}`,
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_HTTPS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_HTTPS,
}

/** Describes the error of a `fetch`, or of a connection. */
export function connectionProblem(error: unknown): ConnectionProblem {
  const root = rootOf(error)
  if (!('code' in root) || typeof root.code !== 'string')
    return { code: undefined, isOfCertificate: false, reason: root.message.replace(/\.$/, '') }
  const { code } = root
  const isOfCertificate = OF_CERTIFICATES.test(code)
  const other = isOfCertificate
    ? `its certificate comes from an unknown authority; name its file in ${OWN_AUTHORITY}`
    : 'the connection failed'
  return { code, isOfCertificate, reason: REASONS[code] ?? `${other} (${code})` }
}

/** The same as an error of the client. */
export function connectionError(cause: unknown): FootfallError {
  const { isOfCertificate, reason } = connectionProblem(cause)
  const why = withoutSecrets(reason)
  return isOfCertificate
    ? new FootfallError('untrusted_certificate', `Nothing was sent to the server: ${why}.`, { cause })
    : new FootfallError('no_response', `No response came from the server: ${why}.`, { cause })
}

/** `fetch` has the error of the connection as its cause, and several where a name has several addresses. */
function rootOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('the connection failed')
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  return inner instanceof Error ? rootOf(inner) : error
}
