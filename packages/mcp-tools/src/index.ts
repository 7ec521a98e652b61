export { createMcpEndpoint, type McpEndpoint, type RequestOrigin } from './endpoint.ts'
export { type ListedTool, TOOLS } from './prepared-tools.ts'
export type { McpServices } from './services.ts'
