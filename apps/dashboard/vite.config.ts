import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { usedMessages } from './scripts/used-messages.ts'

/** Browsers that know `light-dark()`, on which both themes rest. */
const TARGET = ['chrome123', 'edge123', 'firefox120', 'safari17.5']

/** What sends the first requests runs before everything else, so it imports nothing of the rest. */
const EARLY = /[\\/]src[\\/](early[\\/]|api[\\/]early-answers|statistics[\\/](first-question|period-days|span)\.ts)/
const CHART = /node_modules.*[\\/]uplot|[\\/]src[\\/](chart[\\/]|statistics[\\/]daily-chart)/
const POPUPS = /node_modules.*[\\/]@(base|floating)-ui[\\/]|[\\/]src[\\/]ui[\\/]base-ui[\\/]/
const SHARED =
  /rolldown[\\/]runtime|vite[\\/]preload|node_modules(?!.*(uplot|@base-ui|@floating-ui))|core-domain[\\/]src[\\/]metrics|[\\/]src[\\/](main|router|fix-language|api|commands|forms[\\/](problem-notice|query-pending|sentence)|messages|product|routes|session|shell[\\/](?!command-palette|reauthentication-dialog|provider-confirmation)|statistics[\\/](?!daily-chart|controls[\\/](filter-dialog|condition-fields|values-field|use-values|scope-options|draft-condition|segment-dialog|request-filters))|theme|ui[\\/](?!base-ui))/

/** What people fill in, which the overview needs when a dialog opens. */
const FORMS = /[\\/]src[\\/](forms[\\/]|shell[\\/](reauthentication-dialog|provider-confirmation))/

/** Where `pnpm dev` runs the service, and which addresses belong to it and not to the pages. */
const SERVICE = process.env.SERVICE_URL ?? 'http://localhost:3000'
const SERVICE_PATHS =
  '^/(api|oauth|\\.well-known|sign-(in|out|up)|forgot-password|reset-password|invitations|assets|docs|js|openapi\\.json|healthz|readyz|status)([/?.]|$)'

export default defineConfig({
  // What the pages share with the service comes from its sources, so that neither a build nor `pnpm dev` needs its built files.
  resolve: { conditions: ['footfall-source', ...defaultClientConditions] },
  plugins: [usedMessages(), react(), tailwindcss(), firstScripts(), precompress()],
  build: {
    // Not `assets`: there the server keeps what its own pages load.
    assetsDir: 'dashboard',
    // A copy of the pages must include the licenses of the code in them.
    license: { fileName: 'licences.md' },
    target: TARGET,
    cssTarget: TARGET,
    modulePreload: { polyfill: false },
    // The policy of the pages allows no `data:` script or style, and a font or an image is better cached by itself.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Few scripts per page: what all pages share, the page's own and the chart. Dialogs, menus and toasts come when they
        // are used. By default the bundler makes many small scripts, each of which is a request.
        codeSplitting: {
          groups: [
            { name: 'early', test: EARLY, priority: 5 },
            { name: 'shared', test: SHARED, priority: 3 },
            { name: 'forms', test: FORMS, priority: 1 },
            { name: 'popups', test: POPUPS, priority: 1 },
            { name: 'chart', test: CHART, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      [SERVICE_PATHS]: SERVICE,
      // The pages of shared links are the dashboard's; what they open with is the service's.
      '/share/open': SERVICE,
      // A page of the dashboard and a route of the service share this address.
      '/account/password': {
        target: SERVICE,
        bypass: ({ method }) => (method === 'GET' ? '/index.html' : undefined),
      },
    },
  },
})

/**
 * The script that sends the first requests waits for no other script and no style. It loads those of the overview, whose
 * names are in the document, where the page is an overview.
 */
function firstScripts(): Plugin {
  return {
    name: 'first-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const overview = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/overview-page.tsx') === true,
        )
        if (overview?.type !== 'chunk') throw new Error('The build has no script of the overview.')
        const names = [overview.fileName, ...overview.imports].filter((name) => !html.includes(name))
        const isEarly = /<script type="module" (?=[^>]*src="\/dashboard\/early-)/
        if (!isEarly.test(html)) throw new Error('The document has no script that sends the first requests.')
        return html
          .replace(isEarly, '<script type="module" async ')
          .replace(/(?<=name="overview-scripts" content=")/, names.map((name) => `/${name}`).join(' '))
      },
    },
  }
}

/** Compresses once, when built, and as well as can be: the server sends `.br` and `.gz` as they lie there. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      for (const entry of await readdir(dir, { recursive: true })) {
        if (!/\.(js|css|svg|md)$/.test(entry)) continue
        const path = join(dir, entry)
        const content = await readFile(path)
        await Promise.all([
          promisify(gzip)(content, { level: 9 }).then((body) => writeFile(`${path}.gz`, body)),
          promisify(brotliCompress)(content).then((body) => writeFile(`${path}.br`, body)),
        ])
      }
    },
  }
}
