export { createMcpEndpoint, type McpEndpoint, type RequestOrigin } from './endpoint/endpoint.ts'
export type {
  Answer,
  AppMeta,
  Authorization,
  Caller,
  Ceiling,
  ContextAdditions,
  ContextRequest,
  EndpointServices,
  Icon,
  McpOptions,
  ToolAdditions,
  Toolsets,
} from './services.ts'
export type { ListedTool } from './tools/prepared-tools.ts'
