import {
  commaList,
  count,
  nonEmptyText,
  origin,
  pageOriginList,
  port,
  securityContact,
  type Values,
  wholeNumber,
} from './fields.ts'

export const httpVariables = {
  PORT: port.default(3000),
  HOST: nonEmptyText.default('127.0.0.1'),
  BASE_URL: origin.optional(),
  AUTH_URL: origin.optional(),
  ALLOWED_HOSTS: commaList(
    /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i,
    'must be a comma list of hosts, each with its port unless that is 80 or 443',
  ).default([]),
  MCP_ALLOWED_ORIGINS: pageOriginList.default([]),
  SECURITY_CONTACT: securityContact.optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  MAX_CONNECTIONS: count.default(10_000),
  MAX_CONNECTIONS_PER_ADDRESS: count.default(1000),
}

export function httpSettings(env: Values<typeof httpVariables>) {
  // An origin does not name the port that its protocol has anyway.
  const baseUrl = env.BASE_URL ?? new URL(`http://localhost:${env.PORT}`).origin
  return {
    port: env.PORT,
    host: env.HOST,
    baseUrl,
    /** The issuer: the origin where people sign in and OAuth clients are authorized. */
    authUrl: env.AUTH_URL ?? baseUrl,
    /** Values of `Host` that `/api/mcp` accepts in addition to that of `baseUrl`. */
    allowedHosts: env.ALLOWED_HOSTS,
    /** Origins whose pages may call `/api/mcp` in addition to `baseUrl`. */
    mcpAllowedOrigins: env.MCP_ALLOWED_ORIGINS,
    /** The contact in `/.well-known/security.txt`; undefined where there is no such file. */
    securityContact: env.SECURITY_CONTACT,
    /** How many proxies in front of the service are trusted to state the client's address. */
    trustedProxies: env.TRUST_PROXY,
    /** Open connections, in all and from one address; 0 means no limit. */
    httpLimits: {
      connections: env.MAX_CONNECTIONS,
      // Behind a proxy, every connection comes from the proxy's address.
      connectionsPerAddress: env.TRUST_PROXY > 0 ? 0 : env.MAX_CONNECTIONS_PER_ADDRESS,
    },
  }
}
