import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The order of features in the interface's tables and lists. Others follow by name. */
const FEATURES = [
  'products',
  'analytics',
  'diagnostics',
  'domains',
  'apps',
  'events',
  'preferences',
  'shields',
  'crawlers',
  'funnels',
  'team',
  'keys',
  'account',
  'tokens',
]

/** The order of operations within a feature. Others follow by name. */
const OPERATIONS = [
  ...['list', 'get', 'create', 'invite', 'update', 'remove', 'delete', 'revoke'],
  ...['catalog', 'query', 'realtime', 'goals', 'search-console', 'crawlers'],
  ...['health', 'onboarding', 'installation', 'proxy', 'annotations', 'integrations'],
  ...['event', 'crawls', 'payments'],
]

const LISTS = [
  ['DECLARED', 'Operation', './definition/operation.ts', /^(?:Read|SettingsRead|SettingsUpdate|Write)$/],
  ['INTERNAL_WRITES', 'ExecutableWrite', './definition/operation.ts', /^Internal$/],
  ['DASHBOARD_DOWNLOADS', 'DownloadOperation', './definition/download.ts', /^Download$/],
  ['DASHBOARD_UPLOADS', 'UploadOperation', './definition/upload.ts', /^Upload$/],
  ['INTAKE_OPERATIONS', 'IntakeOperation', './definition/intake.ts', /^Intake$/],
] as const

interface Found {
  readonly feature: string
  readonly name: string
  readonly constant: string
  readonly kind: string
}

/** The registry of all operations, made from the files of `features/<feature>/<operation>.ts`. */
export function registryText(folder: string): string {
  const found = operationsIn(folder).sort(
    (a, b) => rank(FEATURES, a.feature, b.feature) || rank(OPERATIONS, a.name, b.name),
  )
  const imports = found.map(
    ({ constant, feature, name }) => `import { ${constant} } from './features/${feature}/${name}.ts'`,
  )
  const modules = new Set(LISTS.map(([, , module]) => module))
  const types = [...modules].map((module) => {
    const names = LISTS.filter(([, , from]) => from === module).map(([, type]) => type)
    return `import type { ${names.sort().join(', ')} } from '${module}'`
  })
  const lists = LISTS.map(([list, type, , kinds]) => {
    const items = found.filter(({ kind }) => kinds.test(kind)).map(({ constant }) => `  ${constant},\n`)
    return `export const ${list}: readonly ${type}[] = [\n${items.join('')}]\n`
  })
  return [
    '// Made by `pnpm generate` from the files in features/. Do not edit.',
    ...[...types, ...imports].sort(byModule),
    '',
    lists.join('\n'),
  ].join('\n')
}

function operationsIn(folder: string): Found[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[\w-]+\/[\w-]+\.ts$/.test(file))
    .sort()
    .flatMap((file) => {
      const [feature = '', name = ''] = file.replace(/\.ts$/, '').split('/')
      const defined = [
        ...readFileSync(join(folder, file), 'utf8').matchAll(
          /^export const (\w+) = define(Read|SettingsRead|SettingsUpdate|Write|Internal|Download|Upload|Intake)\(/gm,
        ),
      ]
      if (defined.length > 1) throw new Error(`${file} defines ${defined.length} operations; a file defines one.`)
      return defined.map(([, constant = '', kind = '']) => ({ feature, name, constant, kind }))
    })
}

function rank(order: readonly string[], a: string, b: string): number {
  const at = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return at(a) - at(b) || (a < b ? -1 : a > b ? 1 : 0)
}

const byModule = (a: string, b: string) => (moduleOf(a) < moduleOf(b) ? -1 : 1)
const moduleOf = (line: string) => line.slice(line.indexOf("'"))
