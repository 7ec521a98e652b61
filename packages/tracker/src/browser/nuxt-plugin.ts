import { init } from './module.ts'
import type { InitOptions } from './options.ts'

interface NuxtApp {
  readonly $config: { readonly public: { readonly footfall: InitOptions } }
  hook(name: 'app:mounted', then: () => void): unknown
}

/** Nuxt recognizes a plugin by the name of this call. */
const defineNuxtPlugin = (plugin: (app: NuxtApp) => void) => plugin

// biome-ignore lint/style/noDefaultExport: Nuxt imports it so
export default defineNuxtPlugin((app) => {
  app.hook('app:mounted', () => {
    const { product, api, ...options } = app.$config.public.footfall
    // What neither the configuration nor the environment names is empty.
    if (product) init({ product, ...(api ? { api } : {}), ...options })
  })
})
