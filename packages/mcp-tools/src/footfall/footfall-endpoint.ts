import { CredentialNotAccepted, DomainError, ProductId, type Secret } from '@footfall/core-domain'
import type { Host } from '@footfall/kernel'
import {
  actsForAccount,
  authenticate,
  CHANNEL_CREDENTIALS,
  DEFAULT_READ_SCOPES,
  type FootfallServices,
  footfallHost,
  identifyProduct,
  identifyProducts,
  type KeptSecrets,
  limitsOf,
  MCP_OPERATIONS,
  OAUTH_SCOPES,
  type Operation,
  type Principal,
  withCandidates,
  writtenByVisitors,
} from '@footfall/operations'
import { createMcpEndpoint, type McpEndpoint } from '../endpoint/endpoint.ts'
import type { ContextRequest, McpOptions } from '../services.ts'
import { textOf } from '../text/text-of.ts'
import { handingOver } from './handing-over.ts'
import { SERVICE_ICONS } from './icons.ts'
import { instructionsFor } from './instructions.ts'
import { CONTEXT_CACHE, CONTEXT_CAPABILITIES, serveContext } from './serve-context.ts'
import { FOOTFALL_TOOLS } from './tools.ts'

export type McpServices = FootfallServices &
  Pick<McpOptions, 'requestStateKey' | 'allowedHosts' | 'allowedOrigins'> & {
    /** Keeps new secrets for a page of the service, for clients that can open one; without it they are in the answer. */
    readonly keptSecrets?: Pick<KeptSecrets, 'keep'>
  }

/** A longer series costs a model more than it says. REST has the limit of the catalog. */
const SERIES_POINTS_MAX = 500

const GRANTABLE: ReadonlySet<string> = new Set(OAUTH_SCOPES)

/** What a model can do about errors that only Footfall has, or explains further. */
const ADVICE = {
  identity_off: 'Leave visitor out, or tell the person that the product does not identify visitors.',
  insufficient_scope:
    'This kind of credential cannot be given that scope. Tell the person that it needs an account token.',
  reauthentication_required: 'Only a person in the dashboard can do this.',
  second_factor_required: 'Only a person in the dashboard can do this.',
  delegation_exceeded: 'Ask for no more than the calling token has.',
  not_found:
    'Check the identifiers: service_products_list shows the products that can be reached, and the list and get tools what each holds.',
}

/** The stateless endpoint of Footfall. */
export function createFootfallEndpoint(services: McpServices): McpEndpoint {
  return createMcpEndpoint(mcpHost(services), optionsOf(services))
}

/** Footfall as its endpoint serves it. */
function mcpHost(services: McpServices): Host<Principal> {
  const { operations = MCP_OPERATIONS } = services
  const host = footfallHost({ ...services, operations })
  return {
    ...host,
    async authenticate(token, address) {
      const principal = await authenticate(token, services, { address })
      if (!CHANNEL_CREDENTIALS.mcp.has(principal.kind)) throw new CredentialNotAccepted()
      return principal
    },
    execute: (operation: Operation, principal, raw, confirmation, origin, options) =>
      host
        .execute(operation, principal, raw, confirmation, origin, { ...options, ...SERIES })
        .catch(async (error: unknown) => {
          // A model does not remember ids, so the error lists candidates.
          throw await withCandidates(error, operation, principal, raw, services.store, 'mcp')
        }),
  }
}

const SERIES: object = { seriesPointsMax: SERIES_POINTS_MAX }

function optionsOf(services: McpServices): McpOptions<Principal> {
  const { requestStateKey, allowedHosts, allowedOrigins, baseUrl, store, keptSecrets } = services
  return {
    requestStateKey,
    allowedHosts,
    allowedOrigins,
    authorization: {
      resourceMetadataUrl: `${baseUrl}/.well-known/oauth-protected-resource/api/mcp`,
      scopes: { grantable: OAUTH_SCOPES, initial: DEFAULT_READ_SCOPES },
      ungrantable: 'OAuth cannot grant it; an account token can have it.',
    },
    instructions: (caller, operations) => instructionsFor(caller, operations, services),
    icons: SERVICE_ICONS,
    tools: FOOTFALL_TOOLS,
    // A person can grant a connection more scopes at any time; an account token keeps those that it was made with.
    couldCall: ({ kind, scopes }, { scope }: Operation) =>
      kind === 'oauth_connection' ? GRANTABLE.has(scope) : scopes.has(scope),
    ceilingOf: limitsOf,
    resourceMeant: (operation: Operation, principal, given) =>
      identifyProduct(operation, principal, given, store, 'mcp'),
    fieldsNaming: (operation: Operation, principal, { products }) => {
      const named =
        operation.name === 'service_tokens_create'
          ? identifyProducts(operation, principal, products, store, 'mcp')
          : undefined
      return named === undefined ? [] : [{ name: 'products', ...named }]
    },
    textOf: ({ name }, answer, written) => textOf(name, answer, written),
    ...(keptSecrets && {
      keepSecret: async (principal: Principal, secret: Secret) =>
        actsForAccount(principal) ? keptSecrets.keep(principal.account, secret) : undefined,
    }),
    writtenByOthers: { key: 'footfall/written_by_visitors', paths: writtenByVisitors },
    advice: ADVICE,
    handOver: handingOver(baseUrl, (principal: Principal, given) => productMeant(principal, given, store)),
    context: {
      capabilities: CONTEXT_CAPABILITIES,
      cacheHints: CONTEXT_CACHE,
      serve: (server, request: ContextRequest<Principal>, onError) =>
        serveContext(server, { ...request, footfall: services }, onError),
    },
  }
}

/** The id of the product that a call means, by whichever operation the caller may use; undefined where it means no single one. */
async function productMeant(
  principal: Principal,
  given: unknown,
  store: McpServices['store'],
): Promise<ProductId | undefined> {
  const operation = MCP_OPERATIONS.find(({ product, scope }) => product === 'path' && principal.scopes.has(scope))
  if (operation === undefined) return undefined
  try {
    const meant = ProductId.safeParse(await identifyProduct(operation, principal, given, store, 'mcp'))
    return meant.success ? meant.data : undefined
  } catch (error) {
    // Several products fit: the page that is named has none of them in its address.
    if (error instanceof DomainError) return undefined
    throw error
  }
}
