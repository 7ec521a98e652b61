const { readdirSync } = require('node:fs')
const { join, relative } = require('node:path')

/**
 * The five floors. A package imports only from the floors below it; the table says who may import whom, and whatever
 * is not in it is refused.
 */
const BELOW_THE_ADAPTERS = [
  'accounts',
  'analytics',
  'core-domain',
  'http-primitives',
  'idempotency',
  'ingest',
  'oauth-server',
  'operations',
  'scopes-policy',
  'search-console',
  'storage',
  'warehouse',
]

const mayImport = {
  'core-domain': [],
  idempotency: [],
  'http-primitives': [],
  'oauth-server': ['http-primitives'],
  tracker: [],
  'scopes-policy': ['core-domain'],
  storage: ['core-domain', 'idempotency', 'oauth-server'],
  warehouse: ['core-domain'],
  ingest: ['core-domain', 'warehouse', 'tracker'],
  analytics: ['core-domain', 'warehouse'],
  'search-console': ['core-domain', 'warehouse'],
  accounts: ['core-domain'],
  operations: ['core-domain', 'idempotency', 'scopes-policy'],
  'rest-adapter': ['core-domain', 'http-primitives', 'operations'],
  'mcp-tools': ['core-domain', 'http-primitives', 'operations'],
  web: ['accounts', 'core-domain', 'http-primitives', 'oauth-server', 'operations', 'rest-adapter', 'search-console'],
  config: [...BELOW_THE_ADAPTERS],
  operate: [...BELOW_THE_ADAPTERS, 'config'],
}

const packageRules = Object.entries(mayImport).map(([name, allowed]) => ({
  name: `floor:${name}`,
  comment: `${name} imports ${allowed.length > 0 ? allowed.join(', ') : 'no other package'}.`,
  severity: 'error',
  from: { path: `^packages/${name}/src/`, pathNot: '\\.test\\.ts$|/test-support' },
  to: {
    path: '^(packages|apps|bench|e2e|testkit)/',
    pathNot: [`^packages/(${[name, ...allowed].join('|')})/`],
  },
}))

/**
 * The order of the folders and files in `src` of a package, lowest first: none imports from one that is listed after it.
 * Every folder and file in `src` of a listed package must be listed.
 */
const folderOrder = {
  'http-primitives': [
    'middleware.ts',
    'html.ts',
    'signed.ts',
    'cookies.ts',
    'read-body.ts',
    'security-headers.ts',
    'http-limits.ts',
    'http-server.ts',
    'guarded-request',
    'index.ts',
  ],
  'oauth-server': [
    'records.ts',
    'url-text.ts',
    'redirect-uri.ts',
    'scope.ts',
    'pkce.ts',
    'secrets.ts',
    'host.ts',
    'ports.ts',
    'http',
    'documents',
    'grant-type.ts',
    'settings.ts',
    'client.ts',
    'context.ts',
    'authorization-response.ts',
    'clients',
    'consent',
    'authorize',
    'token',
    'revoke.ts',
    'metadata.ts',
    'router.ts',
    'verify-access-token.ts',
    'memory-stores.ts',
    'server.ts',
    'index.ts',
  ],
  web: ['settings.ts', 'sessions', 'pages', 'oauth', 'sign-in', 'integrations', 'compose.ts', 'index.ts'],
}

const TESTS = '\\.test\\.tsx?$|(^|/)test-support(\\.tsx?$|/)'

const folderRules = Object.entries(folderOrder).flatMap(([name, order]) => {
  const src = `packages/${name}/src`
  assertComplete(src, order)
  const pathOf = (entries) => `^${src}/(${entries.map((entry) => entry.replaceAll('.', '\\.')).join('|')})(/|$)`
  return order.slice(0, -1).map((entry, i) => ({
    name: `order:${name}/${entry}`,
    comment: `${name}/src/${entry} imports only from what stands below it, see folderOrder.`,
    severity: 'error',
    from: { path: pathOf([entry]), pathNot: TESTS },
    to: { path: pathOf(order.slice(i + 1)) },
  }))
})

function assertComplete(src, order) {
  const isListed = (path) => order.some((entry) => path === entry || path.startsWith(`${entry}/`))
  const unlisted = readdirSync(join(__dirname, src), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name))
    .map((file) => relative(join(__dirname, src), join(file.parentPath, file.name)))
    .filter((path) => !new RegExp(TESTS).test(path) && !isListed(path))
  if (unlisted.length > 0) throw new Error(`folderOrder does not list these files of ${src}: ${unlisted.join(', ')}`)
}

/** The folders of the dashboard, the lowest first. A folder imports only from itself and from those before it. */
const dashboardFolders = [
  'session',
  'theme',
  'ui',
  'api',
  'product',
  'forms',
  'chart',
  'statistics',
  'activity',
  'shell',
  'pages',
  'routes',
]

const dashboardRules = dashboardFolders.map((folder, index) => ({
  name: `dashboard:${folder}`,
  comment: `In the dashboard, ${folder} imports ${index > 0 ? dashboardFolders.slice(0, index).join(', ') : 'no other folder'}.`,
  severity: 'error',
  from: { path: `^apps/dashboard/src/${folder}/` },
  to: {
    path: '^apps/dashboard/src/',
    pathNot: `^apps/dashboard/src/(${dashboardFolders.slice(0, index + 1).join('|')})/`,
  },
}))

module.exports = {
  forbidden: [
    ...packageRules,
    ...folderRules,
    ...dashboardRules,
    {
      name: 'dashboard:pages-stand-alone',
      comment: 'What two pages of the dashboard need lies in a lower folder.',
      severity: 'error',
      from: { path: '^apps/dashboard/src/pages/([^/]+)/' },
      to: { path: '^apps/dashboard/src/pages/', pathNot: '^apps/dashboard/src/pages/$1/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one concept, or a third one is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'apps-are-the-roof',
      comment: 'Nothing imports an app, and apps do not import each other.',
      severity: 'error',
      from: { path: '^(packages|apps|testkit)/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$2/' },
    },
    {
      name: 'testkit-is-for-tests',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: '\\.test\\.ts$|/test-support' },
      to: { path: '^testkit/' },
    },
    {
      name: 'domain-knows-no-technology',
      comment: 'Core-domain and scopes-policy are plain data and functions.',
      severity: 'error',
      from: { path: '^packages/(core-domain|scopes-policy)/src/', pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules', pathNot: 'node_modules/(\\.pnpm/)?(zod|temporal-)' },
    },
    {
      name: 'sql-stays-in-storage',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/(storage|accounts)/' },
      to: { path: 'node_modules/.*/(kysely|pg|better-sqlite3)/' },
    },
    {
      name: 'http-stays-in-adapters',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/(rest-adapter|web)/|\\.test\\.ts$|/test-support' },
      to: { path: 'node_modules/.*/express/' },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules|/dist/' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['footfall-source', 'import', 'types', 'default'],
      exportsFields: ['exports'],
    },
  },
}
