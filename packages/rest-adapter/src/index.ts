export type { GateServices, RateLimits } from './gate.ts'
export { nothingHere } from './http.ts'
export { dashboardApiDocument, type OpenApiDocument, openApiDocument } from './openapi.ts'
export { createRestRouter, type RestServices } from './rest-router.ts'
