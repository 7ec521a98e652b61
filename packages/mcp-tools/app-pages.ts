import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const SOURCES = new URL('./src/apps/browser/', import.meta.url)

/** Where the built pages are kept. */
export const BUILT_PAGES = new URL('./src/apps/built-pages.ts', import.meta.url)

const PAGES = [
  { name: 'CHART_PAGE', entry: 'chart.ts', title: 'Footfall chart' },
  { name: 'FUNNEL_PAGE', entry: 'funnel.ts', title: 'Footfall funnel' },
  { name: 'PREVIEW_PAGE', entry: 'preview.ts', title: 'Footfall change' },
] as const

/** The text of `built-pages.ts`: each page with its script and style sheet inside of it. */
export function builtPagesText(): string {
  const pages = PAGES.map(
    ({ name, entry, title }) => `export const ${name} =\n  ${JSON.stringify(pageText(entry, title))}\n`,
  )
  return `// Generated from \`browser/\` by \`pnpm generate\`.\n\n${pages.join('\n')}`
}

/**
 * A policy inside of the page allows its own script and style sheet and nothing else, so that a host with a wider policy opens
 * nothing either.
 */
function pageText(entry: string, title: string): string {
  const script = bundled(entry)
  const style = bundled('styles.css')
  const policy = [
    `default-src 'none'`,
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ')
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title><style>${style}</style></head><body><script>${script}</script></body></html>\n`,
  ].join('')
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

function bundled(entry: string): string {
  const { outputFiles } = buildSync({
    ...(entry.endsWith('.css')
      ? { stdin: { contents: readFileSync(new URL(entry, SOURCES), 'utf8'), loader: 'css' as const } }
      : { entryPoints: [fileURLToPath(new URL(entry, SOURCES))] }),
    bundle: true,
    minify: true,
    write: false,
    target: entry.endsWith('.css') ? 'chrome123' : 'es2022',
    format: 'iife',
    charset: 'utf8',
    tsconfigRaw: {},
    conditions: ['footfall-source'],
  })
  return outputFiles.map(({ text }) => text.trim()).join('')
}
