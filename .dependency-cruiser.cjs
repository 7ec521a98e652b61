const { existsSync, readdirSync } = require('node:fs')
const { join } = require('node:path')

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
  'kernel',
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
  client: [],
  'scopes-policy': ['core-domain'],
  storage: ['core-domain', 'idempotency', 'oauth-server'],
  warehouse: ['core-domain'],
  ingest: ['core-domain', 'warehouse', 'tracker'],
  analytics: ['core-domain', 'warehouse'],
  'search-console': ['core-domain', 'warehouse'],
  accounts: ['core-domain'],
  kernel: ['core-domain', 'http-primitives', 'idempotency', 'scopes-policy'],
  operations: ['core-domain', 'http-primitives', 'idempotency', 'kernel', 'scopes-policy'],
  'rest-adapter': ['core-domain', 'http-primitives', 'kernel', 'operations'],
  'mcp-tools': ['core-domain', 'http-primitives', 'kernel', 'operations'],
  web: ['accounts', 'core-domain', 'http-primitives', 'kernel', 'oauth-server', 'operations'],
  config: [...BELOW_THE_ADAPTERS],
  operate: [...BELOW_THE_ADAPTERS, 'client', 'config'],
}

const unlisted = readdirSync(join(__dirname, 'packages')).filter(
  (name) => existsSync(join(__dirname, 'packages', name, 'package.json')) && !Object.hasOwn(mayImport, name),
)
if (unlisted.length > 0) throw new Error(`mayImport does not list these packages: ${unlisted.join(', ')}`)

const packageRules = Object.entries(mayImport).map(([name, allowed]) => ({
  name: `floor:${name}`,
  comment: `${name} imports ${allowed.length > 0 ? allowed.join(', ') : 'no other package'}.`,
  severity: 'error',
  from: { path: `^packages/${name}/src/`, pathNot: '\\.test\\.ts$|/test-support' },
  to: {
    path: '^(packages|apps|bench|e2e|eval|testkit)/',
    pathNot: [`^packages/(${[name, ...allowed].join('|')})/`],
  },
}))

/**
 * The folders of each package that has several, the lowest first: each imports only from itself and from those before it. Files beside the
 * folders that they import are listed with them; all others stand above the folders.
 */
const folderOrder = {
  accounts: [
    'base32.ts',
    'credential-binding.ts',
    'keyed-code.ts',
    'sessions.ts',
    'signing-in',
    'methods',
    'second-factors',
    'prepare-account.ts',
    'create-account.ts',
    'first-account.ts',
    'invitations',
  ],
  analytics: [
    'calendar',
    'definitions',
    'cache',
    'days',
    'metrics',
    'catalog',
    'question',
    'plan',
    'sql',
    'read',
    'explain',
    'answer',
    'export',
    'reports',
    'retention',
    'closing',
  ],
  client: [
    'generated/schema.ts',
    'states.ts',
    'errors.ts',
    'transport',
    'calls',
    'reads',
    'changes',
    'operation-types.ts',
    'generated',
    'tokens',
  ],
  config: ['settings'],
  'core-domain': [
    'random.ts',
    'ids.ts',
    'clean-text.ts',
    'by-name.ts',
    'nearest.ts',
    'known-names.ts',
    'known-values.ts',
    'countries.ts',
    'time',
    'sources',
    'metrics',
    'traffic.ts',
    'dimension-definition.ts',
    'dimensions.ts',
    'dimension-lists.ts',
    'languages',
    'access-limits.ts',
    'page-reports.ts',
    'statistics.ts',
    'entities',
    'reports',
    'overviews.ts',
    'collected.ts',
    'secret.ts',
    'message.ts',
    'ports',
  ],
  'http-primitives': ['guarded-request'],
  idempotency: [
    'fingerprint.ts',
    'idempotency-key.ts',
    'records.ts',
    'request.ts',
    'resolver.ts',
    'outcome.ts',
    'lease.ts',
    'commit.ts',
    'executions.ts',
    'held-outcome.ts',
    'claims-beforehand.ts',
    'claims-in-transaction.ts',
    'option-checks.ts',
    'coordinator.ts',
    'sql',
    'express',
    'testing',
  ],
  ingest: ['enrich', 'log', 'signatures', 'collector', 'import', 'vendor-exports', 'checking', 'replicas'],
  kernel: [
    'answer.ts',
    'confirmation.ts',
    'error-log.ts',
    'failure-log.ts',
    'input.ts',
    'plan.ts',
    'previews.ts',
    'rate-limit-headers.ts',
    'problem.ts',
    'domain.ts',
    'http',
    'write',
  ],
  'mcp-tools': [
    'services.ts',
    'answer-form.ts',
    'messages',
    'apps',
    'ceiling',
    'tools',
    'text',
    'calls',
    'writes',
    'protocol',
    'endpoint',
    'footfall',
  ],
  'oauth-server': [
    'records.ts',
    'url-text.ts',
    'redirect-uri.ts',
    'scope.ts',
    'pkce.ts',
    'secrets.ts',
    'token-exchange.ts',
    'host.ts',
    'lifetimes.ts',
    'ports.ts',
    'device-polling.ts',
    'device-options.ts',
    'sql-stores',
    'http',
    'documents',
    'grant-type.ts',
    'option-checks.ts',
    'settings.ts',
    'client.ts',
    'context.ts',
    'authorization-response.ts',
    'clients',
    'consent',
    'device',
    'authorize',
    'token',
    'testing',
  ],
  operate: [
    'replace-file.ts',
    'docs',
    'operator-socket',
    'rollups',
    'imports',
    'visitors',
    'demo',
    'explain',
    'engine-claim',
    'backup',
    'move',
    'telemetry',
    'delivery',
    'secrets',
    'geo',
    'crawlers',
    'process',
    'status',
  ],
  operations: ['definition', 'inputs', 'warnings', 'messages', 'audit', 'features', 'words', 'problems', 'calls'],
  'rest-adapter': [
    'http.ts',
    'direct-routes.ts',
    'query-decoder.ts',
    'needs-body.ts',
    'http-host.ts',
    'gate.ts',
    'operations-router.ts',
    'named-schemas.ts',
    'openapi.ts',
    'rest-router.ts',
    'footfall',
  ],
  storage: ['tables', 'connections', 'repositories', 'idempotency', 'oauth', 'schema', 'move'],
  warehouse: ['sql', 'engine', 'schema'],
  web: [
    'settings.ts',
    'sessions',
    'request-facts.ts',
    'pages',
    'workload-identity',
    'oauth',
    'sign-in',
    'providers',
    'integrations',
    'shares',
    'secrets',
    'status',
  ],
}

/** The same for the apps. The dashboard has an order of its own. */
const appFolderOrder = {
  'admin-cli': [
    'completion',
    'docs',
    'dependencies.ts',
    'errors.ts',
    'numbers.ts',
    'changed-fields.ts',
    'comma-separated.ts',
    'terminal.ts',
    'doctor',
    'upgrade',
    'lookup.ts',
    'progress.ts',
    'stores.ts',
    'remote',
    'context.ts',
    'commands',
  ],
  'api-server': [
    'built-directory.ts',
    'background',
    'dashboard',
    'docs',
    'probes.ts',
    'replica-router.ts',
    'express-messages.ts',
    'request-log.ts',
    'security-text.ts',
    'tracker-route.ts',
    'http-app.ts',
    'opening',
  ],
}

const TESTS = '\\.test\\.tsx?$|(^|/)test-support(\\.tsx?$|/)'

const folderRules = [...orderRules('packages', folderOrder), ...orderRules('apps', appFolderOrder)]

function orderRules(place, orders) {
  const names = readdirSync(join(__dirname, place)).filter((name) => name !== 'dashboard')
  return names.flatMap((name) => {
    const src = `${place}/${name}/src`
    const order = orders[name] ?? []
    assertComplete(src, order)
    const pathOf = (entries) => `^${src}/(${entries.map((entry) => entry.replaceAll('.', '\\.')).join('|')})(/|$)`
    return order.map((entry, i) => ({
      name: `order:${name}/${entry}`,
      comment: `${name}/src/${entry} imports only from what stands below it, see folderOrder.`,
      severity: 'error',
      from: { path: pathOf([entry]), pathNot: TESTS },
      to: { path: `^${src}/`, pathNot: [pathOf(order.slice(0, i + 1)), TESTS] },
    }))
  })
}

/** A single folder needs no order: whatever imports it stands above it, and cycles are refused. */
function assertComplete(src, order) {
  if (!existsSync(join(__dirname, src))) return
  const entries = readdirSync(join(__dirname, src), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const folders = entries.map(({ name }) => name).filter((name) => name !== 'test-support')
  const unlisted = folders.filter((name) => !order.includes(name))
  if (unlisted.length > 0 && folders.length > 1)
    throw new Error(`folderOrder does not list these folders of ${src}: ${unlisted.join(', ')}`)
}

/** The folders of the dashboard, the lowest first. A folder imports only from itself and from those before it. */
const dashboardFolders = [
  'messages',
  'session',
  'theme',
  'ui',
  'api',
  'product',
  'forms',
  'chart',
  'commands',
  'statistics',
  'early',
  'activity',
  'deliveries',
  'installation',
  'shell',
  'pages',
  'routes',
  'share',
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
      name: 'accounts:methods-stand-alone',
      comment: 'What two methods of signing in need lies in a lower folder.',
      severity: 'error',
      from: { path: '^packages/accounts/src/methods/([^/]+)/', pathNot: TESTS },
      to: { path: '^packages/accounts/src/methods/', pathNot: '^packages/accounts/src/methods/$1/' },
    },
    {
      name: 'kernel-knows-no-domain',
      comment: 'What a host of any domain installs reaches nothing of Footfall, however far its imports go.',
      severity: 'error',
      from: { path: '^packages/(kernel|rest-adapter|mcp-tools)/src/index\\.ts$' },
      to: {
        path: '^packages/(operations/|(rest-adapter|mcp-tools)/src/(footfall|apps|text/reports)/)',
        reachable: true,
      },
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
      comment: 'Nothing imports an app, and apps do not import each other; `footfall` is the others in one package.',
      severity: 'error',
      from: { path: '^(packages|apps|testkit)/([^/]+)/', pathNot: '^apps/footfall/' },
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
      to: { path: 'node_modules', pathNot: 'node_modules/(\\.pnpm/)?(zod|temporal-|intl-messageformat)' },
    },
    {
      name: 'sql-stays-in-storage',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/(storage|accounts)/|\\.test\\.ts$|/test-support' },
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
