export { dashboardApiDocument, openApiDocument } from './document.ts'
export { createFootfallRouter, type RestServices } from './footfall-router.ts'
export type { RateLimits } from './gate.ts'
export { typesOnly } from './types-only.ts'
