import { init } from './module.ts'
import type { InitOptions } from './options.ts'

/**
 * For the root layout: `afterNavigate(footfall({ product, api }))`. It counts the pages of the application, once for each route,
 * from the first that is shown.
 */
export function footfall(options: InitOptions): () => void {
  return () => init(options)
}
