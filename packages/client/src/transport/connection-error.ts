import { FootfallError } from '../errors.ts'

/** By these codes Node.js, Deno and Bun say that they do not accept the certificate of a server. */
const OF_CERTIFICATES = /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/

/** Why no response came. With an untrusted certificate, nothing but the handshake was sent. */
export function connectionError(cause: unknown): FootfallError {
  const code = codeOf(cause)
  const named = code === undefined ? '' : ` (${code})`
  if (code !== undefined && OF_CERTIFICATES.test(code))
    return new FootfallError('untrusted_certificate', `Nothing was sent: ${certificateProblem(code)}${named}.`, {
      cause,
    })
  const detail = `The server could not be reached, or did not answer in time${named}.`
  return new FootfallError('no_response', detail, { cause })
}

function certificateProblem(code: string): string {
  if (/EXPIRED/.test(code)) return 'the certificate of the server has expired'
  if (/ALTNAME|HOSTNAME/.test(code)) return 'the certificate of the server is for another host name'
  return 'the certificate of the server is from an authority that is not trusted here; in Node.js, NODE_EXTRA_CA_CERTS names the file of your own authority'
}

/** `fetch` has the error of the connection as its cause. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause)
}
