import { ProductId } from '@footfall/core-domain'
import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { APP_RESOURCES, readApp } from '../apps/resources.ts'
import { callTool } from '../calls/call-tool.ts'
import {
  answeringContext,
  assertScopes,
  CATALOG,
  type Context,
  hasScopes,
  LIST_PRODUCTS,
  QUERY,
  type Tool,
} from './context.ts'

type Resource = ListResourcesResult['resources'][number]

const PRODUCTS = 'footfall://products'
/** A product's resources are what a tool answers about it. */
const OF_PRODUCT = { catalog: CATALOG, overview: QUERY } as const
type OfProduct = keyof typeof OF_PRODUCT
const URI_OF_PRODUCT = /^footfall:\/\/products\/([^/?#]+)\/(catalog|overview)$/
const MIME_TYPE = 'text/plain'
/** One page of the list of products. */
const PRODUCTS_MAX = 200

const TEMPLATES: Readonly<Record<OfProduct, { title: string; description: string }>> = {
  catalog: {
    title: 'Metrics and dimensions of a product',
    description: 'What can be asked about the product: metrics, dimensions, filters, properties and goals.',
  },
  overview: {
    title: 'Overview of a product',
    description: 'The last 30 days: headline metrics, what changed most since the 30 days before, and annotations.',
  },
}

const ListedProducts = z.object({ data: z.array(z.object({ id: ProductId, name: z.string() })) })

/** The resources that can be read at once: the list of products, the overview of each product, and the pages of MCP Apps. */
export function listResources(context: Context): Promise<ListResourcesResult> {
  return answeringContext(context, async () => {
    const tool = context.shows(LIST_PRODUCTS) ? context.find(LIST_PRODUCTS) : undefined
    const products: Resource = {
      uri: PRODUCTS,
      name: 'products',
      title: 'Products',
      description: 'The products that this connection may see, with their identifiers and time zones.',
      mimeType: MIME_TYPE,
    }
    return { resources: [...(tool ? [products] : []), ...(await overviewsOf(tool, context)), ...APP_RESOURCES] }
  })
}

async function overviewsOf(tool: Tool | undefined, context: Context): Promise<readonly Resource[]> {
  if (tool === undefined || !hasScopes(tool, context.caller) || !context.shows(QUERY)) return []
  const { structuredContent } = await callTool(tool, { limit: PRODUCTS_MAX }, context.caller, context.services)
  const listed = ListedProducts.safeParse(structuredContent)
  if (!listed.success) throw protocolErrorOf(structuredContent)
  return listed.data.data.map(({ id, name }) => ({
    uri: `footfall://products/${id}/overview`,
    name: `overview-${id}`,
    title: `Overview of ${name}`,
    description: TEMPLATES.overview.description,
    mimeType: MIME_TYPE,
  }))
}

export function listResourceTemplates({ shows }: Context): ListResourceTemplatesResult {
  const templates = Object.entries(TEMPLATES).map(([name, { title, description }]) => ({
    uriTemplate: templateOf(name),
    name,
    title,
    description,
    mimeType: MIME_TYPE,
  }))
  return { resourceTemplates: templates.filter(({ name }) => shows(toolOf(name) ?? '')) }
}

const templateOf = (name: string) => `footfall://products/{id}/${name}`
const toolOf = (name: string): string | undefined => (isOfProduct(name) ? OF_PRODUCT[name] : undefined)
const isOfProduct = (name: string): name is OfProduct => Object.hasOwn(OF_PRODUCT, name)

/** Whether a template is one of these, and its argument names a product. */
export function isTemplate(uri: string, { shows }: Context): boolean {
  return Object.keys(OF_PRODUCT).some((name) => uri === templateOf(name) && shows(toolOf(name) ?? ''))
}

/**
 * What the tool behind a resource answers, as text. A resource that does not exist, is of a product outside the selection or
 * of a tool that this connection does not have gets the same `ResourceNotFoundError`.
 */
export function readResource(uri: string, context: Context): Promise<ReadResourceResult> {
  return answeringContext(context, async () => {
    const page = readApp(uri)
    if (page !== undefined) return page
    const read = readingOf(uri)
    const tool = read && context.find(read.tool)
    if (tool === undefined) throw new ResourceNotFoundError(uri)
    assertScopes(tool, context)
    const { content, structuredContent, isError } = await callTool(
      tool,
      read?.given ?? {},
      context.caller,
      context.services,
    )
    if (isError)
      throw isMissing(structuredContent) ? new ResourceNotFoundError(uri) : protocolErrorOf(structuredContent)
    return { contents: content.map(({ text }) => ({ uri, mimeType: MIME_TYPE, text })) }
  })
}

function readingOf(uri: string): { readonly tool: string; readonly given: Record<string, unknown> } | undefined {
  if (uri === PRODUCTS) return { tool: LIST_PRODUCTS, given: { limit: PRODUCTS_MAX } }
  const [, product, name = ''] = URI_OF_PRODUCT.exec(uri) ?? []
  const tool = toolOf(name)
  // Only identifiers, so that a product has one address.
  return tool !== undefined && ProductId.safeParse(product).success ? { tool, given: { product } } : undefined
}

const ToolProblem = z.object({ code: z.string(), detail: z.string() })

function isMissing(problem: unknown): boolean {
  return ToolProblem.safeParse(problem).data?.code === 'not_found'
}

function protocolErrorOf(problem: unknown): ProtocolError {
  const parsed = ToolProblem.safeParse(problem)
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    parsed.data?.detail ?? 'The service failed on this request.',
  )
}
