import { connectionProblem } from '@footfall/client'

/** The innermost cause of an error; stores wrap the errors of their drivers. */
export function rootOf(error: unknown): Error & { readonly code?: unknown } {
  if (!(error instanceof Error)) return new Error(String(error))
  if (error.cause instanceof Error) return rootOf(error.cause)
  // Several addresses were tried; the first error stands for all.
  const [first] = error instanceof AggregateError ? error.errors : []
  return first instanceof Error ? rootOf(first) : error
}

/** The message in one line, without hints for developers of the driver. */
export function reasonOf(error: unknown): string {
  const { message, name } = rootOf(error)
  const [line = ''] = message.split('\n')
  return line.trim() === '' ? name : line.trim()
}

/** What to do when a server cannot be reached; undefined if it was reached. */
export function unreachableFix(error: unknown, variable: string, url: string): string | undefined {
  const { code, message } = rootOf(error)
  const { host, hostname } = new URL(url)
  const reason = typeof code === 'string' ? code : message
  if (reason === 'ECONNREFUSED') return `Nothing listens at ${host}: start the server, or correct ${variable}.`
  if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN')
    return `The host name ${hostname} cannot be resolved: correct it in ${variable}.`
  const certificate = certificateFix(error, variable, url)
  if (certificate !== undefined) return certificate
  if (reason === 'ECONNRESET' || /socket hang up|Parse Error/.test(message))
    return `Whatever listens at ${host} speaks another protocol: correct the scheme and the port in ${variable}.`
  if (/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout/i.test(reason) || /timeout/i.test(message))
    return `${host} does not answer: let this machine through its firewall, or correct ${variable}.`
  return undefined
}

/** What to do when a server has a certificate that cannot be used; undefined if it failed for another reason. */
export function certificateFix(error: unknown, variable: string, url: string): string | undefined {
  const { code, message } = rootOf(error)
  const { hostname } = new URL(url)
  const reason = typeof code === 'string' ? code : message
  switch (reason) {
    case 'CERT_HAS_EXPIRED':
      return `Renew the certificate of ${hostname}: it has expired, or the clock of this machine is wrong.`
    case 'CERT_NOT_YET_VALID':
      return `Correct the clock of this machine, or the certificate of ${hostname}: it is not valid yet.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `Use a host name of the certificate in ${variable}, or give the server one for ${hostname}.`
    default:
      return connectionProblem(error).isOfCertificate
        ? 'Trust its certificate: export NODE_EXTRA_CA_CERTS=/path/to/ca.pem, or give the server a valid one.'
        : undefined
  }
}
