import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { once } from 'node:events'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { promisify } from 'node:util'
import { GuardedRequestFailed } from './failure.ts'
import { isPublicAddress } from './public-address.ts'

/** Resolves a host name to all its addresses. */
export type Resolver = (hostname: string) => Promise<readonly LookupAddress[]>

export interface GuardedConnectionOptions {
  /** Allows private addresses, for hosts that the operator trusts. */
  readonly anyAddress: boolean
  readonly resolver?: Resolver | undefined
  /** PEM certificates of authorities that are trusted instead of those of the system. */
  readonly certificateAuthorities?: string | undefined
}

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * A connection to the host of an `http` or `https` URL, with TLS for the latter. Its address is checked after it is connected and
 * before anything is sent. The caller destroys it. Throws `GuardedRequestFailed` or an error of the socket.
 */
export async function guardedConnection(
  url: URL,
  { anyAddress, resolver = systemResolver, certificateAuthorities: ca }: GuardedConnectionOptions,
  signal: AbortSignal,
): Promise<Socket> {
  // An IP address in the URL is never looked up. The URL parser has normalised its decimal, octal and hex forms.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!anyAddress && isIP(host) !== 0 && !isPublicAddress(host)) throw new GuardedRequestFailed('address_not_public')
  const port = url.port === '' ? PORTS[url.protocol] : Number(url.port)
  if (port === undefined) throw new GuardedRequestFailed('unreachable')
  const socket = connect({ host, port, lookup: guardedLookup(resolver, anyAddress), signal })
  try {
    await once(socket, 'connect')
    // The reader of the connection reports later errors.
    socket.on('error', () => undefined)
    if (!anyAddress && !isPublicPeer(socket)) throw new GuardedRequestFailed('address_not_public')
    if (url.protocol === 'http:') return socket
    const servername = isIP(host) === 0 ? host : ''
    // The certificate must be for the host. An IP address has no server name, and without `host` it would be checked for “localhost”.
    const secure = connectSecurely({
      ...{ socket, host, servername, ALPNProtocols: ['http/1.1'] },
      ...(ca !== undefined && { ca }),
    })
    secure.on('error', () => undefined)
    await once(secure, 'secureConnect', { signal })
    return secure
  } catch (error) {
    socket.destroy()
    throw error
  }
}

function guardedLookup(resolve: Resolver, anyAddress: boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        // All of them must be public: a mix of public and private addresses is an attack.
        const allowed = anyAddress || addresses.every(({ address }) => isPublicAddress(address))
        if (!first || !allowed) callback(new GuardedRequestFailed(first ? 'address_not_public' : 'unreachable'), '', 0)
        else if (options.all) callback(null, [...addresses])
        else callback(null, first.address, first.family)
      },
      () => callback(new GuardedRequestFailed('unreachable'), '', 0),
    )
  }
}

function isPublicPeer({ remoteAddress }: Socket): boolean {
  return remoteAddress !== undefined && isPublicAddress(remoteAddress)
}

const systemResolver: Resolver = (hostname) => promisify(systemLookup)(hostname, { all: true, verbatim: true })
