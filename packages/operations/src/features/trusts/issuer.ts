import { InvalidRequest } from '@footfall/core-domain'
import { isPublicHost } from '@footfall/http-primitives'
import type { IssuerHosts } from '../../definition/call.ts'

const LONGEST = 512

/**
 * Why an address may not be fetched for an issuer; undefined for one that may. The address of a name is checked on connection,
 * since it can change.
 */
export function issuerUrlProblem(text: string, { privateHosts, plainHosts }: IssuerHosts): string | undefined {
  if (text.length > LONGEST) return `must have at most ${LONGEST} characters`
  if (!URL.canParse(text) || !/^https?:\/\//.test(text)) return 'must be an https address'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'must not hold credentials'
  if (text.includes('?') || text.includes('#')) return 'must have no query and no fragment'
  const host = hostAndPort(url)
  const isPlain = url.protocol === 'http:'
  if (isPlain && !(plainHosts.has(host) && isLoopback(url.hostname))) return 'must be an https address'
  if (isPlain || privateHosts.has(host) || plainHosts.has(host) || isPublicHost(url.hostname)) return undefined
  return 'must be reachable from the public Internet, or be named in ISSUER_PRIVATE_HOSTS'
}

/** Throws `InvalidRequest` for an issuer that cannot be trusted. */
export function assertIssuer(issuer: string, hosts: IssuerHosts): void {
  const problem = issuerUrlProblem(issuer, hosts) ?? spellingProblem(issuer)
  if (problem !== undefined) throw new InvalidRequest([{ path: 'issuer', message: problem }])
}

/** Names of issuers are compared as they are, so another spelling of an address would be another issuer that never answers. */
function spellingProblem(issuer: string): string | undefined {
  const { href } = new URL(issuer)
  const usual = issuer.endsWith('/') ? href : href.replace(/\/$/, '')
  return issuer === usual ? undefined : `must be written as ${usual}`
}

/** The host of an address with its port, as settings name it. */
export function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
