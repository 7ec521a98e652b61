export { createMcpEndpoint, type From, type McpEndpoint } from './endpoint.ts'
export { type ListedTool, TOOLS } from './prepared-tools.ts'
export type { ErrorLog, McpServices } from './services.ts'
