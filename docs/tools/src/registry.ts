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

/** The order of alert kinds in the API and in the dashboard. Others follow by name. */
const ALERT_KINDS = ['spike', 'drop', 'goal', 'silent', 'errors']

/** The order in which a second step suggests its methods, and the page of a required one offers them. Others follow by name. */
const METHODS = ['authenticator-app', 'passkey', 'recovery-codes']

const LISTS = [
  ['DECLARED', 'Operation', './definition/operation.ts', /^(?:Read|SettingsRead|SettingsUpdate|Write)$/],
  ['INTERNAL_WRITES', 'ExecutableWrite', './definition/operation.ts', /^Internal$/],
  ['DASHBOARD_DOWNLOADS', 'DownloadOperation', './definition/download.ts', /^Download$/],
  ['DASHBOARD_UPLOADS', 'UploadOperation', './definition/upload.ts', /^Upload$/],
  ['INTAKE_OPERATIONS', 'IntakeOperation', './definition/intake.ts', /^Intake$/],
] as const

export interface Registry {
  /** Is generated. */
  readonly file: string
  /** Its files are what the registry lists. */
  readonly folder: string
  textOf(folder: string): string
}

const SIGN_IN_METHODS = 'packages/accounts/src/methods'

/** Every list that is made from the files of a folder: a file that defines something is listed because it is there. */
export const REGISTRIES: readonly Registry[] = [
  {
    file: 'packages/operations/src/registry.ts',
    folder: 'packages/operations/src/features',
    textOf: operationsText,
  },
  {
    file: 'packages/operations/src/features/alerts/kinds/registry.ts',
    folder: 'packages/operations/src/features/alerts/kinds',
    textOf: alertKindsText,
  },
  { file: 'packages/core-domain/src/ports/second-factor-methods.ts', folder: SIGN_IN_METHODS, textOf: methodNamesText },
  { file: `${SIGN_IN_METHODS}/registry.ts`, folder: SIGN_IN_METHODS, textOf: methodsText },
  {
    file: 'packages/web/src/sign-in/methods/registry.ts',
    folder: 'packages/web/src/sign-in/methods',
    textOf: factorPagesText,
  },
]

interface Found {
  /** Of the file, without its ending: `team/list`. */
  readonly path: string
  readonly folder: string
  readonly file: string
  readonly constant: string
  readonly kind: string
  /** What it is defined with first, if that is a text. */
  readonly name: string
}

function operationsText(folder: string): string {
  const defined = definedIn(folder, 'Read|SettingsRead|SettingsUpdate|Write|Internal|Download|Upload|Intake')
  const found = defined
    .filter(({ path }) => path.split('/').length === 2)
    .sort((a, b) => rank(FEATURES, a.folder, b.folder) || rank(OPERATIONS, a.file, b.file))
  const modules = new Set(LISTS.map(([, , module]) => module))
  const types = [...modules].map((module) => {
    const names = LISTS.filter(([, , from]) => from === module).map(([, type]) => type)
    return `import type { ${names.sort().join(', ')} } from '${module}'`
  })
  const lists = LISTS.map(([list, type, , kinds]) => {
    const items = found.filter(({ kind }) => kinds.test(kind)).map(({ constant }) => `  ${constant},\n`)
    return `export const ${list}: readonly ${type}[] = [\n${items.join('')}]\n`
  })
  return written('features/', [...types, ...importsOf(found, './features/')], lists.join('\n'))
}

function alertKindsText(folder: string): string {
  const found = definedIn(folder, 'AlertKind').sort((a, b) => rank(ALERT_KINDS, a.path, b.path))
  const comment = '/** Every kind of alert, in the order of the API and of the dashboard. */'
  return written(
    'this folder',
    importsOf(found),
    `${comment}\nexport const ALERT_KINDS = [${constantsOf(found)}] as const\n`,
  )
}

function methodsText(folder: string): string {
  const found = methodsIn(folder)
  const members = found.map(({ constant }) => `  ${constant}: ${constant}(dependencies),\n`)
  return written(
    'this folder',
    ["import type { MethodDependencies } from '../signing-in/second-factor.ts'", ...importsOf(found)],
    `export const createMethods = (dependencies: MethodDependencies) => ({\n${members.join('')}})\n`,
  )
}

function methodNamesText(folder: string): string {
  const names = methodsIn(folder).map(({ name, path }) => {
    if (name === '') throw new Error(`The sign-in method of ${path}.ts does not begin with its name.`)
    return `'${name}'`
  })
  const comment = '/** How a session can prove a second factor. */'
  return written(
    SIGN_IN_METHODS,
    [],
    `${comment}\nexport const SECOND_FACTOR_METHODS = [${names.join(', ')}] as const\n`,
  )
}

function factorPagesText(folder: string): string {
  const found = definedIn(folder, 'FactorPages').sort((a, b) => rank(METHODS, a.path, b.path))
  return written(
    'this folder',
    ["import type { FactorPages } from './factor-pages.ts'", ...importsOf(found)],
    `export const FACTOR_PAGES: readonly FactorPages[] = [${constantsOf(found)}]\n`,
  )
}

const methodsIn = (folder: string) =>
  definedIn(folder, 'SecondFactor').sort((a, b) => rank(METHODS, a.folder, b.folder))

/** What the files of a folder define with a function such as `defineRead`; a file defines one. */
function definedIn(folder: string, kinds: string): Found[] {
  const definition = new RegExp(`^export const (\\w+) = define(${kinds})\\((?:\\s*'(\\w+)')?`, 'gm')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:[\w-]+\/)?[\w-]+\.ts$/.test(file))
    .sort()
    .flatMap((file) => {
      const path = file.replace(/\.ts$/, '')
      const defined = [...readFileSync(join(folder, file), 'utf8').matchAll(definition)]
      if (defined.length > 1)
        throw new Error(`${file} defines ${defined.length} entries of a registry; a file defines one.`)
      const [parent = '', child = ''] = path.split('/')
      return defined.map(([, constant = '', kind = '', name = '']) => ({
        path,
        folder: parent,
        file: child,
        constant,
        kind,
        name,
      }))
    })
}

function rank(order: readonly string[], a: string, b: string): number {
  const at = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return at(a) - at(b) || (a < b ? -1 : a > b ? 1 : 0)
}

function written(from: string, imports: readonly string[], text: string): string {
  return [
    `// Made by \`pnpm generate\` from the files in ${from}. Do not edit.`,
    ...[...imports].sort(byModule),
    '',
    text,
  ].join('\n')
}

const importsOf = (found: readonly Found[], from = './') =>
  found.map(({ constant, path }) => `import { ${constant} } from '${from}${path}.ts'`)
const constantsOf = (found: readonly Found[]) => found.map(({ constant }) => constant).join(', ')

const byModule = (a: string, b: string) => (moduleOf(a) < moduleOf(b) ? -1 : 1)
const moduleOf = (line: string) => line.slice(line.indexOf("'"))
