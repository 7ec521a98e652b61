import { fileURLToPath } from 'node:url'
import type { InitOptions } from './browser/options.ts'

/** Without `transform`: the configuration of Nuxt reaches the browser as JSON. */
export type FootfallOptions = Omit<InitOptions, 'transform'>

/** What the module needs of Nuxt. */
export interface NuxtWithOptions {
  readonly options: {
    readonly plugins: { unshift(plugin: { src: string; mode: 'client' }): unknown }
    readonly runtimeConfig: { readonly public: object }
    readonly footfall?: unknown
  }
}

export interface FootfallModule {
  (options: FootfallOptions, nuxt: NuxtWithOptions): void
  getMeta(): Promise<{ name: string; configKey: string }>
}

/**
 * `modules: ['@footfall/tracker/nuxt'], footfall: { product, api }` counts the pages of the application in browsers, once for each
 * route. `NUXT_PUBLIC_FOOTFALL_PRODUCT` and `NUXT_PUBLIC_FOOTFALL_API` of the environment replace the values when it runs.
 */
function footfall(inline: Partial<FootfallOptions>, { options }: NuxtWithOptions): void {
  const { footfall: configured } = options
  if (configured === false) return
  const named = typeof configured === 'object' ? configured : {}
  // The environment replaces only values that are there.
  Object.assign(options.runtimeConfig.public, { footfall: { product: '', api: '', ...named, ...inline } })
  options.plugins.unshift({ src: fileURLToPath(new URL('./nuxt-plugin.js', import.meta.url)), mode: 'client' })
}

const footfallModule: FootfallModule = Object.assign(footfall, {
  getMeta: async () => ({ name: '@footfall/tracker/nuxt', configKey: 'footfall' }),
})

// biome-ignore lint/style/noDefaultExport: Nuxt imports it so
export default footfallModule
