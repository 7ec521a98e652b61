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
  web: [
    'accounts',
    'core-domain',
    'http-primitives',
    'oauth-server',
    'operations',
    'rest-adapter',
    'scopes-policy',
    'search-console',
    'storage',
  ],
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

module.exports = {
  forbidden: [
    ...packageRules,
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
