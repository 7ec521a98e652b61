export { createFootfallEndpoint, type McpServices } from './footfall-endpoint.ts'
export { TOOLS } from './tools.ts'
