export { listen, type RunningServer } from './http-server.ts'
export type { Middleware } from './middleware.ts'
export { securityHeaders } from './security-headers.ts'
