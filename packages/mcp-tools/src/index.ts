export { createMcpEndpoint, type McpEndpoint, type RequestOrigin } from './endpoint/endpoint.ts'
export type { McpServices } from './services.ts'
export { type ListedTool, TOOLS } from './tools/prepared-tools.ts'
