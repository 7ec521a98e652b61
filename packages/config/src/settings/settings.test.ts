import { describe, expect, it } from 'vitest'
import { parseSettings } from './settings.ts'
import { SettingsError } from './settings-error.ts'

const CLIENT = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 's3cret' }

describe('Google settings', () => {
  it('the settings for Google are undefined if their variables are missing or empty', () => {
    expect(parseSettings({}).google).toBeUndefined()
    expect(parseSettings({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }).google).toBeUndefined()
  })

  it('the settings for Google have its addresses as defaults', () => {
    expect(parseSettings(CLIENT).google).toEqual({
      client: { id: 'id', secret: 's3cret' },
      apiUrl: 'https://www.googleapis.com',
      authUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
    })
    const elsewhere = { GOOGLE_API_URL: 'http://127.0.0.1:9/api/', GOOGLE_TOKEN_URL: 'http://localhost:9/token' }
    expect(parseSettings({ ...CLIENT, ...elsewhere }).google).toMatchObject({
      apiUrl: 'http://127.0.0.1:9/api',
      tokenUrl: 'http://localhost:9/token',
    })
  })

  it.each([
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
    ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_SECRET: 's3cret' }],
    ['GOOGLE_API_URL', { ...CLIENT, GOOGLE_API_URL: 'http://google.example' }],
    ['GOOGLE_TOKEN_URL', { ...CLIENT, GOOGLE_TOKEN_URL: 'ftp://google.example' }],
    ['GOOGLE_TOKEN_URL', { GOOGLE_TOKEN_URL: 'nonsense' }],
    ['GOOGLE_AUTH_URL', { ...CLIENT, GOOGLE_AUTH_URL: 'http://accounts.example/' }],
  ])(
    'rejects invalid settings for Google with an error that names %s and repeats no secret',
    (variable, environment) => {
      const rejection = (() => {
        try {
          return parseSettings(environment)
        } catch (error) {
          return error
        }
      })()
      expect(rejection).toBeInstanceOf(SettingsError)
      expect(rejection).toMatchObject({ variable, message: expect.not.stringContaining('s3cret') })
    },
  )
})

describe('sign-in and OAuth settings', () => {
  it('makes the service its own authorization server by default', () => {
    expect(parseSettings({ BASE_URL: 'https://stats.example' })).toMatchObject({
      authUrl: 'https://stats.example',
      allowedHosts: [],
      rateLimits: { oauth: 30 },
      sessionSecret: undefined,
      oauth: { devClientMetadataHosts: [], issuerPrivateHosts: [], reuseGraceSeconds: 0 },
    })
    expect(parseSettings({ AUTH_URL: 'https://auth.example/' }).authUrl).toBe('https://auth.example')
  })

  it.each([
    'https://stats.example/analytics',
    'https://stats.example/?a=1',
    'https://stats.example/#a',
    'https://ada:s3cret@stats.example',
    'https://ada@stats.example/',
  ])('rejects %s as an address of the service, since it is more than an origin', (BASE_URL) => {
    const expected = 'BASE_URL must be an origin without a path or credentials'
    expect(() => parseSettings({ BASE_URL })).toThrow(expected)
    expect(() => parseSettings({ AUTH_URL: BASE_URL })).toThrow(expected.replace('BASE', 'AUTH'))
  })

  it('exempts hosts from the checks of client metadata documents only outside production', () => {
    const exempt = { DEV_CLIENT_METADATA_HOSTS: 'localhost:9000, 127.0.0.1:9001' }
    expect(parseSettings(exempt).oauth.devClientMetadataHosts).toEqual(['localhost:9000', '127.0.0.1:9001'])
    expect(() => parseSettings({ ...exempt, NODE_ENV: 'production' })).toThrow(/^DEV_CLIENT_METADATA_HOSTS /)
    expect(parseSettings({ NODE_ENV: 'production' }).oauth.devClientMetadataHosts).toEqual([])
  })

  it.each([
    ['AUTH_URL', 'https://auth.example/path'],
    ['RATE_LIMIT_OAUTH', '-1'],
    ['SESSION_SECRET', 'short'],
    ['DEV_CLIENT_METADATA_HOSTS', 'localhost'],
    ['DEV_CLIENT_METADATA_HOSTS', 'http://localhost:1'],
    ['REFRESH_REUSE_GRACE_SECONDS', '1.5'],
  ])('rejects sign-in and OAuth settings with an error that names %s when it is %s', (variable, value) => {
    expect(() => parseSettings({ [variable]: value })).toThrow(new RegExp(`^${variable} `))
  })
})

describe('trace settings', () => {
  const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/otlp/' }

  it('traces are undefined without an endpoint', () => {
    expect(parseSettings({ OTEL_SERVICE_NAME: 'stats' }).traces).toBeUndefined()
    expect(parseSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }).traces).toBeUndefined()
  })

  it('traces follow the variables and defaults of OpenTelemetry', () => {
    expect(parseSettings(ENDPOINT).traces).toEqual({
      url: 'http://collector:4318/otlp/v1/traces',
      headers: {},
      protocol: 'http/protobuf',
      serviceName: undefined,
      sampler: 'parentbased_always_on',
      ratio: 1,
    })
    const chosen = parseSettings({
      ...ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi, x-tenant=t=1',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'stats',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    })
    expect(chosen.traces).toMatchObject({
      headers: { authorization: 'Basic YTpi', 'x-tenant': 't=1' },
      protocol: 'http/json',
      serviceName: 'stats',
      sampler: 'parentbased_traceidratio',
      ratio: 0.1,
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://stats:s3cret@collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 's3cret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=s3cret,'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=s3cret%FF'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=s3cret'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ])('rejects trace settings with an error that names %s and repeats no secret when it is %s', (variable, value) => {
    const rejected = () => parseSettings({ ...ENDPOINT, [variable]: value })
    expect(rejected).toThrow(new RegExp(`^${variable} (?!.*s3cret)`))
  })
})

describe('cluster and replica settings', () => {
  const SHARED = {
    DATABASE_URL: 'postgres://u:p@db/f',
    CLICKHOUSE_URL: 'https://u:p@ch:8443/f',
    SESSION_SECRET: 's'.repeat(32),
  }
  const PAIR = { REPLICAS: 'http://10.0.0.1:3000/, http://10.0.0.2:3000', REPLICA_URL: 'http://10.0.0.2:3000' }

  it('converts files in DATA_DIR with a ClickHouse server, so that no other directory has to be writable', () => {
    expect(parseSettings({ ...SHARED, DATA_DIR: '/data' })).toMatchObject({
      clickhouse: { remote: { filesDirectory: '/data' } },
    })
  })

  it('names the ClickHouse cluster and all replicas, including this one', () => {
    expect(parseSettings({ ...SHARED, CLICKHOUSE_CLUSTER: 'prod_2s_3R', ...PAIR })).toMatchObject({
      clickhouse: { remote: { url: SHARED.CLICKHOUSE_URL, cluster: 'prod_2s_3R' } },
      replicas: { all: ['http://10.0.0.1:3000', 'http://10.0.0.2:3000'], self: 'http://10.0.0.2:3000' },
    })
    expect(parseSettings(SHARED)).toMatchObject({ clickhouse: { remote: { cluster: undefined } }, replicas: undefined })
  })

  it.each([
    ['CLICKHOUSE_CLUSTER', { CLICKHOUSE_CLUSTER: 'main' }],
    ['CLICKHOUSE_CLUSTER', { ...SHARED, CLICKHOUSE_CLUSTER: "x' (" }],
    ['CLICKHOUSE_CLUSTER', { ...SHARED, CLICKHOUSE_CLUSTER: '1a' }],
    ['CLICKHOUSE_CLUSTER', { ...SHARED, CLICKHOUSE_CLUSTER: 'a'.repeat(64) }],
    ['REPLICAS', PAIR],
    ['REPLICAS', { ...PAIR, DATABASE_URL: SHARED.DATABASE_URL, SESSION_SECRET: SHARED.SESSION_SECRET }],
    ['REPLICA_URL', { ...SHARED, REPLICAS: PAIR.REPLICAS }],
    ['REPLICAS', { ...SHARED, REPLICA_URL: PAIR.REPLICA_URL }],
    ['REPLICAS', { ...SHARED, ...PAIR, REPLICA_URL: 'http://10.0.0.3:3000' }],
    ['REPLICAS', { ...SHARED, ...PAIR, REPLICAS: 'http://10.0.0.2:3000,http://10.0.0.2:3000' }],
    ['REPLICAS', { ...SHARED, ...PAIR, REPLICAS: '10.0.0.2:3000' }],
    ['REPLICA_URL', { ...SHARED, ...PAIR, REPLICA_URL: 'http://10.0.0.2:3000/path' }],
  ])('rejects cluster and replica settings with an error that names %s', (variable, environment) => {
    expect(() => parseSettings(environment)).toThrow(new RegExp(`^${variable} `))
  })
})

describe('METRICS_PORT', () => {
  it('rejects a METRICS_PORT that equals PORT, unless both are 0', () => {
    expect(parseSettings({ METRICS_PORT: '9464' }).metricsPort).toBe(9464)
    expect(parseSettings({ PORT: '0', METRICS_PORT: '0' }).metricsPort).toBe(0)
    for (const clash of [{ METRICS_PORT: '3000' }, { PORT: '8080', METRICS_PORT: '8080' }])
      expect(() => parseSettings(clash)).toThrow(/^METRICS_PORT /)
  })
})

describe('the origins of pages that may call the MCP endpoint', () => {
  const origins = (text: string) => parseSettings({ MCP_ALLOWED_ORIGINS: text }).mcpAllowedOrigins

  it('allows no origins by default, and otherwise a comma list of bare origins over https, or http on this machine', () => {
    expect(parseSettings({}).mcpAllowedOrigins).toEqual([])
    expect(origins('')).toEqual([])
    expect(origins('https://inspector.example')).toEqual(['https://inspector.example'])
    expect(origins('http://localhost:6274, http://127.0.0.1:6274,http://[::1]:6274,https://a.example:8443')).toEqual([
      'http://localhost:6274',
      'http://127.0.0.1:6274',
      'http://[::1]:6274',
      'https://a.example:8443',
    ])
  })

  it.each([
    '*',
    'null',
    'inspector.example',
    'http://inspector.example',
    'http://localhost.evil.example',
    'https://inspector.example/',
    'https://inspector.example/path',
    'https://inspector.example?x',
    'https://user@inspector.example',
    'https://Inspector.example',
    'https://inspector.example:443',
    'https://*.example',
    'ftp://localhost',
    'https://a.example,',
    ',',
  ])('rejects the origin %s with an error that names the variable', (text) => {
    expect(() => origins(text)).toThrow(/^MCP_ALLOWED_ORIGINS must be a comma list of origins without a path/)
  })
})

describe('sign-in with a provider', () => {
  const OIDC = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'footfall', OIDC_CLIENT_SECRET: 's3cret' }

  it('turns sign-in with a provider off without an issuer', () => {
    expect(parseSettings({}).oidc).toBeUndefined()
  })

  it('reads the provider of the sign-in, whose name is its host by default', () => {
    expect(parseSettings(OIDC).oidc).toEqual({
      issuer: 'https://login.example.com',
      client: { id: 'footfall', secret: 's3cret' },
      name: 'login.example.com',
      scopes: ['openid', 'email', 'profile'],
      createAccounts: false,
      trustEmail: false,
      only: false,
    })
    const more = { OIDC_NAME: 'Example ID', OIDC_ONLY: '1', OIDC_CREATE_ACCOUNTS: '1', OIDC_TRUST_EMAIL: '1' }
    expect(parseSettings({ ...OIDC, ...more }).oidc).toMatchObject({
      name: 'Example ID',
      createAccounts: true,
      trustEmail: true,
      only: true,
    })
  })

  it.each(['http://localhost:8080', 'http://keycloak:8080/realms/x', 'http://10.0.0.7', 'http://id.internal/'])(
    'accepts an issuer over http in the own network: %s',
    (issuer) => {
      expect(parseSettings({ ...OIDC, OIDC_ISSUER: issuer }).oidc?.issuer).toBe(issuer)
    },
  )

  it.each([
    ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_SECRET: 's3cret' }],
    ['OIDC_CLIENT_SECRET', { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'id' }],
    ['OIDC_ISSUER', { OIDC_CLIENT_ID: 'id' }],
    ['OIDC_ISSUER', { OIDC_ONLY: '1' }],
    ['OIDC_ISSUER', { ...OIDC, OIDC_ISSUER: 'http://login.example.com' }],
    ['OIDC_ISSUER', { ...OIDC, OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' }],
    ['OIDC_ISSUER', { ...OIDC, OIDC_ISSUER: 'login.example.com' }],
    ['OIDC_SCOPES', { ...OIDC, OIDC_SCOPES: 'openid profile' }],
    ['OIDC_ONLY', { ...OIDC, OIDC_ONLY: 'yes' }],
  ])('rejects invalid settings of a provider, naming %s', (variable, environment) => {
    expect(() => parseSettings(environment)).toThrow(new RegExp(`^${variable} `))
  })
})

it.each([
  ['80', 'http://localhost'],
  ['443', 'http://localhost:443'],
  ['8080', 'http://localhost:8080'],
])('the default origin with PORT %s is a valid issuer', (PORT, origin) => {
  expect(parseSettings({ PORT }).baseUrl).toBe(origin)
  expect(new URL(parseSettings({ PORT }).authUrl).origin).toBe(origin)
})

describe('backups in a bucket', () => {
  const BUCKET = {
    BACKUP_S3_URL: 'https://s3.eu-central-1.amazonaws.com/our-backups/footfall/eu/',
    BACKUP_S3_KEY_ID: 'AKIATEST',
    BACKUP_S3_SECRET_KEY: 's3cret/+=',
  }

  it('the bucket is undefined without its variables, and backups are daily by default', () => {
    expect(parseSettings({})).toMatchObject({ backupBucket: undefined, backupEveryHours: 24, backupsKept: 14 })
  })

  it('reads the bucket and the path in it, and does not print the secret', () => {
    const { backupBucket } = parseSettings({ ...BUCKET, BACKUP_S3_REGION: 'eu-central-1' })
    expect(backupBucket).toMatchObject({
      origin: 'https://s3.eu-central-1.amazonaws.com',
      bucket: 'our-backups',
      prefix: 'footfall/eu/',
      region: 'eu-central-1',
      keyId: 'AKIATEST',
    })
    expect(backupBucket?.secretKey.reveal()).toBe('s3cret/+=')
    expect(JSON.stringify(backupBucket)).not.toContain('s3cret')
    expect(parseSettings({ ...BUCKET, BACKUP_S3_URL: 'http://minio:9000/b' }).backupBucket).toMatchObject({
      origin: 'http://minio:9000',
      bucket: 'b',
      prefix: '',
      region: 'us-east-1',
    })
  })

  it.each([
    ['BACKUP_S3_URL', 'no bucket', { BACKUP_S3_URL: 'https://s3.example/' }],
    ['BACKUP_S3_URL', 'credentials', { BACKUP_S3_URL: 'https://id:s3cret@s3.example/b' }],
    ['BACKUP_S3_URL', 'a query', { BACKUP_S3_URL: 'https://s3.example/b?s3cret' }],
    ['BACKUP_S3_URL', 'a fragment', { BACKUP_S3_URL: 'https://s3.example/b#s3cret' }],
    ['BACKUP_S3_URL', 'another protocol', { BACKUP_S3_URL: 's3://b/footfall' }],
    ['BACKUP_S3_URL', 'an encoded path', { BACKUP_S3_URL: 'https://s3.example/b/%2e%2e/x' }],
    ['BACKUP_S3_URL', 'a hidden part', { BACKUP_S3_URL: 'https://s3.example/b/.x' }],
    ['BACKUP_S3_URL', 'an empty part', { BACKUP_S3_URL: 'https://s3.example/b//x' }],
    ['BACKUP_S3_URL', 'other letters', { BACKUP_S3_URL: 'https://s3.example/b/日本' }],
    ['BACKUP_S3_URL', 'no text of a URL', { BACKUP_S3_URL: 'bucket' }],
    ['BACKUP_S3_URL', 'a huge path', { BACKUP_S3_URL: `https://s3.example/b/${'x/'.repeat(5000)}x` }],
    ['BACKUP_S3_URL', 'nothing', { BACKUP_S3_URL: '' }],
    ['BACKUP_S3_KEY_ID', 'nothing', { BACKUP_S3_KEY_ID: '' }],
    ['BACKUP_S3_KEY_ID', 'a slash', { BACKUP_S3_KEY_ID: 'a/s3cret' }],
    ['BACKUP_S3_KEY_ID', 'a line break', { BACKUP_S3_KEY_ID: 'a\r\ns3cret: x' }],
    ['BACKUP_S3_SECRET_KEY', 'nothing', { BACKUP_S3_SECRET_KEY: '' }],
    ['BACKUP_S3_SECRET_KEY', 'a space', { BACKUP_S3_SECRET_KEY: 's3cret s3cret' }],
    ['BACKUP_S3_SECRET_KEY', 'other letters', { BACKUP_S3_SECRET_KEY: 's3crét' }],
    ['BACKUP_S3_REGION', 'a slash', { BACKUP_S3_REGION: 'eu/s3cret' }],
    ['BACKUP_EVERY_HOURS', 'words', { BACKUP_EVERY_HOURS: 'daily' }],
    ['BACKUP_EVERY_HOURS', 'a negative number', { BACKUP_EVERY_HOURS: '-1' }],
    ['BACKUP_EVERY_HOURS', 'a huge number', { BACKUP_EVERY_HOURS: '1e9' }],
    ['BACKUP_KEEP', 'zero', { BACKUP_KEEP: '0' }],
    ['BACKUP_KEEP', 'half a backup', { BACKUP_KEEP: '1.5' }],
    ['BACKUP_S3_URL', 'statistics on a server', { CLICKHOUSE_URL: 'http://localhost:8123' }],
  ])('rejects settings of a bucket with an error that names %s and repeats no secret: %s', (variable, _, more) => {
    expect(() => parseSettings({ ...BUCKET, ...more })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(new RegExp(`^${variable} (?!.*s3cr)`)) }),
    )
  })
})
