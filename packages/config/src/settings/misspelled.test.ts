import { expect, it } from 'vitest'
import { misspelledVariables } from './misspelled.ts'
import { settingList } from './setting-list.ts'

it.each([
  ['TRUST_PROXI', 'TRUST_PROXY'],
  ['BASEURL', 'BASE_URL'],
  ['base_url', 'BASE_URL'],
  ['BASE-URL', 'BASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['PROT', 'PORT'],
  ['SESSION_SECRT', 'SESSION_SECRET'],
  ['CLICKHOSUE_URL', 'CLICKHOUSE_URL'],
  ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
  ['RATE_LIMIT_COLLECTING', 'RATE_LIMIT_COLLECT'],
  ['QUOTA_EVENTS', 'QUOTA_TOKENS'],
])('reports the variable %s as a misspelling of the setting %s', (variable, near) => {
  const [found] = misspelledVariables({ [variable]: 'x' })
  expect(found).toEqual({ variable, meant: variable === 'QUOTA_EVENTS' ? expect.stringMatching(/^QUOTA_/) : near })
})

it('does not report variables of other programs and of the platform, settings, or empty variables', () => {
  const others = [
    ...[
      'PATH',
      'HOME',
      'HOSTNAME',
      'USER',
      'LOGNAME',
      'SHELL',
      'LANG',
      'LC_ALL',
      'TERM',
      'PWD',
      'OLDPWD',
      'SHLVL',
      'MAIL',
      'TZ',
      '_',
    ],
    ...[
      'NODE_OPTIONS',
      'NODE_VERSION',
      'YARN_VERSION',
      'npm_config_cache',
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'NO_PROXY',
      'TMPDIR',
    ],
    ...['INVOCATION_ID', 'JOURNAL_STREAM', 'NOTIFY_SOCKET', 'SYSTEMD_EXEC_PID', 'MAINPID', 'STATE_DIRECTORY'],
    ...[
      'KUBERNETES_SERVICE_HOST',
      'KUBERNETES_PORT',
      'FOOTFALL_PORT_3000_TCP_PORT',
      'FOOTFALL_SERVICE_HOST',
      'POD_NAME',
    ],
    ...['POSTGRES_PASSWORD', 'PGHOST', 'PGPORT', 'CLICKHOUSE_PASSWORD', 'REDIS_URL', 'GOOGLE_APPLICATION_CREDENTIALS'],
    ...[
      'OTEL_EXPORTER_OTLP_TIMEOUT',
      'OTEL_TRACES_EXPORTER',
      'OTEL_RESOURCE_ATTRIBUTES',
      'AWS_REGION',
      'EDITOR',
      'DEBUG',
    ],
    ...['SERVICE_URL', 'SERVICE_TOKEN', 'FOOTFALL_WELCOME', 'SSH_AUTH_SOCK', 'XDG_DATA_DIRS', 'DISPLAY', 'CI'],
  ]
  expect(misspelledVariables(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
  expect(misspelledVariables(Object.fromEntries(settingList().map(({ variable }) => [variable, 'x'])))).toEqual([])
  expect(misspelledVariables({ TRUST_PROXI: '', BASEURL: undefined })).toEqual([])
})
