import { type Change, dayInWords, type FieldWords, fieldInWords, lengthInWords } from '@footfall/kernel'

/** Names for values that a person does not know by the word of the API. */
const named =
  (names: Readonly<Record<string, string>>) =>
  (value: unknown): string | undefined =>
    typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined

const hourOfDay = (hour: unknown) => (typeof hour === 'number' ? `${String(hour).padStart(2, '0')}:00` : undefined)
const percent = (value: unknown) => (typeof value === 'number' ? `${value}%` : undefined)
const noneAtZero = (none: string) => (value: unknown) => (value === 0 ? none : undefined)

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language' })
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function claimsInWords(claims: unknown): string | undefined {
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return undefined
  const pairs = Object.entries(claims).map(([name, value]) => `${name}=${String(value)}`)
  return pairs.length === 0 ? 'none' : pairs.join(', ')
}

/** Every field that an operation changes, by its path, as the dashboard calls it. A test holds that none is missing. */
const FIELDS: Readonly<Record<string, string | FieldWords>> = {
  account: 'account',
  addresses: 'IP addresses',
  allowed_networks: { label: 'allowed networks', none: 'any network' },
  approval: 'wait for approval of each change',
  audience: 'audience',
  authenticator: 'authenticator app',
  auto_capture: 'automatic capture',
  'auto_capture.file_downloads': 'automatic capture of file downloads',
  'auto_capture.form_submissions': 'automatic capture of form submissions',
  'auto_capture.outbound_links': 'automatic capture of outbound links',
  'auto_capture.scroll_depth': 'automatic capture of scroll depth',
  bot_filtering: 'leave bots out',
  bundle_id: 'bundle ID',
  category: 'category',
  claims: { label: 'claims', value: claimsInWords },
  color: 'color',
  countries: 'countries',
  currency: 'currency',
  data_centres: 'drop events of programs on servers',
  date: { label: 'day', value: (day) => (typeof day === 'string' ? dayInWords(day) : undefined) },
  default_range: {
    label: 'period that reports open with',
    value: named({ '7d': '7 days', '30d': '30 days', '90d': '90 days', '12m': '12 months' }),
  },
  domain: 'domain',
  domains: 'domains',
  email: 'email address',
  embed_origins: 'origins that may embed it',
  enabled: 'turned on',
  events: 'events',
  excluded_paths: 'excluded paths',
  excluded_query_params: 'query parameters left out of paths',
  expires_at: { label: 'expires', none: 'never' },
  filters: 'filters',
  hostnames: 'hostnames',
  'hostnames.mode': {
    label: 'hostnames of the list',
    value: named({ allow: 'count only these', block: 'drop these' }),
  },
  'hostnames.patterns': 'list of hostnames',
  invited_at: 'invited',
  issuer: 'issuer',
  kind: {
    label: 'kind',
    value: named({
      api: 'Website API key',
      payment: 'payment key',
      crawler_intake: 'crawler key',
      ingest: 'ingest key',
    }),
  },
  language: {
    label: 'language',
    none: 'that of the browser',
    value: (tag) => (typeof tag === 'string' ? LANGUAGES.of(tag) : undefined),
  },
  lifetime_seconds: 'longest lifetime of a child token',
  limits: 'limits',
  'limits.approval': 'wait for approval of each change',
  'limits.preview_first': 'preview each change first',
  'limits.read_only': 'read only',
  'limits.toolsets': { label: 'only these tool groups', none: 'all' },
  max_lifetime_days: { label: 'longest lifetime of new tokens and keys', none: 'without limit' },
  member: 'member',
  name: 'name',
  note: 'note',
  passkey: 'passkey',
  password: 'password',
  path_rules: 'paths of pages',
  'path_rules.lowercase': 'write paths in lower case',
  'path_rules.trailing_slash': 'slash at the end of a path',
  paths: 'paths',
  platform: { label: 'platform', value: named({ ios: 'iOS', android: 'Android' }) },
  preview_first: 'preview each change first',
  products: 'products',
  'products.ids': 'chosen products',
  'products.mode': { label: 'products', value: named({ all: 'all products', selected: 'only chosen ones' }) },
  property: { label: 'property of Search Console' },
  provider: 'sign-in provider',
  read_only: 'read only',
  recovery_codes: { label: 'unused recovery codes', value: noneAtZero('none') },
  referrer_spam: 'drop referrer spam',
  referrers: 'referrers',
  require_expiry: 'require an expiry',
  respect_privacy_signals: 'respect privacy signals',
  retention_days: 'how long events are kept',
  role: 'role',
  rule: 'rule',
  'rule.count': 'number that must be reached',
  'rule.goal': 'goal',
  'rule.hours': { label: 'time without events', value: (hours) => lengthInWords(hours, 'hour') },
  'rule.kind': 'kind of alert',
  'rule.limit': 'limit',
  'rule.measure': 'what is measured',
  'rule.minimum': 'smallest number of visitors',
  'rule.percent': { label: 'size of the change', value: percent },
  'rule.span': 'compared period',
  schedule: 'schedule',
  'schedule.day': 'day of the month',
  'schedule.every': { label: 'sent', value: named({ day: 'every day', week: 'every week', month: 'every month' }) },
  'schedule.hour': { label: 'time of day', value: hourOfDay },
  'schedule.weekday': {
    label: 'day of the week',
    value: (day) => (typeof day === 'number' ? WEEKDAYS[day - 1] : undefined),
  },
  scopes: 'permissions',
  second_factors: { label: 'second factors', value: noneAtZero('none') },
  secret: 'secret',
  sections: 'sections',
  segment: 'segment',
  session: 'session',
  sessions: { label: 'other sessions', value: noneAtZero('none') },
  state: 'state',
  status: 'status',
  steps: 'steps',
  subject: 'subject',
  suppression_threshold: {
    label: 'withhold numbers of fewer visitors than',
    value: noneAtZero('show all'),
  },
  suspected_automation: {
    label: 'suspected automation',
    value: named({ exclude: 'left out', include: 'counted' }),
  },
  target: 'recipients',
  'target.addresses': 'email addresses',
  'target.format': 'format of the webhook',
  'target.kind': { label: 'sent by', value: named({ email: 'email', webhook: 'webhook' }) },
  'target.unsubscribed': 'unsubscribed',
  'target.url': 'address of the webhook',
  timezone: 'time zone',
  title: 'title',
  toolsets: { label: 'only these tool groups', none: 'all' },
  track: 'reported crawlers',
  'track.ai_assistant': 'report crawlers of AI assistants',
  'track.ai_training': 'report crawlers for AI training',
  'track.monitoring': 'report crawlers for monitoring',
  'track.other': 'report other crawlers',
  'track.search': 'report crawlers of search engines',
  visitor: 'visitor',
  visitor_identity: {
    label: 'visitors',
    value: named({ daily: 'new each day', identified: 'identified by the site' }),
  },
  week_starts_on: { label: 'first day of the week', value: named({ monday: 'Monday', sunday: 'Sunday' }) },
  window_minutes: 'time to complete',
  words: 'reason',
}

/** What a field is called; undefined for one that no operation of this service changes. */
export function wordsOfField(path: string): FieldWords | undefined {
  if (!Object.hasOwn(FIELDS, path)) return undefined
  const words = FIELDS[path]
  return typeof words === 'string' ? { label: words } : words
}

/** The names of changed fields for a sentence. */
export function namesOfFields(changes: readonly Pick<Change, 'path'>[]): string {
  return [...new Set(changes.map(({ path }) => wordsOfField(path)?.label ?? fieldInWords(path)))].join('; ')
}
