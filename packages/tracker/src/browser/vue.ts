import { init } from './module.ts'
import type { InitOptions } from './options.ts'

/** What the plugin needs of an application of Vue. */
export interface AppWithRouter {
  readonly config: { readonly globalProperties: { readonly $router?: { isReady(): Promise<unknown> } } }
}

/**
 * The plugin: `app.use(footfall, { product, api })`. It counts the pages of the application, once for each route. With Vue Router it
 * starts when the first route is there, so that a redirect at the start counts only where it leads.
 */
export const footfall: { install(app: AppWithRouter, options: InitOptions): void } = {
  install(app, options) {
    if (typeof document === 'undefined') return
    const start = () => init(options)
    // When all plugins are installed, whatever their order.
    queueMicrotask(() => {
      const router = app.config.globalProperties.$router
      if (router) router.isReady().then(start, start)
      else start()
    })
  },
}
