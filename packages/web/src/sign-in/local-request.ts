import type { IncomingMessage } from 'node:http'
import { BlockList } from 'node:net'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addSubnet('::ffff:127.0.0.0', 104, 'ipv6')
LOOPBACK.addAddress('::1', 'ipv6')

/** Headers that proxies add. */
const PROXY_HEADER =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-.*|true-client-ip|cf-.*)$/

/**
 * Whether a request comes from a program on this machine, by the address of the connection. Behind a proxy on this
 * machine every connection comes from loopback, so any sign of a proxy makes a request not local: a header, HTTP/1.0, or a
 * public origin of the service. Proxies that `TRUST_PROXY` counts always send such a header.
 */
export function isLocalRequest(req: IncomingMessage, origins: readonly string[]): boolean {
  if (!origins.every((origin) => isLoopbackName(new URL(origin).hostname))) return false
  // Proxies that add no header use HTTP/1.0 by default (nginx); browsers do not.
  if (req.httpVersion === '1.0') return false
  const { remoteAddress = '', remoteFamily } = req.socket
  if (!LOOPBACK.check(remoteAddress, remoteFamily === 'IPv6' ? 'ipv6' : 'ipv4')) return false
  return !Object.keys(req.headers).some((name) => PROXY_HEADER.test(name))
}

function isLoopbackName(hostname: string): boolean {
  if (hostname === 'localhost' || hostname === '[::1]') return true
  return /^127(\.\d+){3}$/.test(hostname)
}
