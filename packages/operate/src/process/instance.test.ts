import { parseSettings } from '@footfall/config'
import { expect, it } from 'vitest'
import { instanceFacts } from './instance.ts'

it('the facts of an instance name its stores, address, proxies and mail server, and no user or password', () => {
  const facts = instanceFacts(
    parseSettings({
      DATA_DIR: '/var/lib/footfall',
      DATABASE_URL: 'postgres://ada:secret@db:5432/footfall?sslmode=require&password=secret',
      CLICKHOUSE_URL: 'https://ada:secret@ch:8443/stats',
      SMTP_URL: 'smtps://ada:secret@mail.example.com',
      MAIL_FROM: 'stats@example.com',
      BASE_URL: 'https://stats.example.com',
      TRUST_PROXY: '1',
    }),
  )
  expect(facts).toEqual({
    data_dir: '/var/lib/footfall',
    control_database: 'PostgreSQL at db:5432/footfall',
    analytics_engine: 'ClickHouse at ch:8443/stats',
    base_url: 'https://stats.example.com',
    listens_on: '127.0.0.1:3000',
    trusted_proxies: 1,
    mail: 'mail.example.com',
  })
  expect(JSON.stringify(facts)).not.toMatch(/ada|secret/)
})

it('the facts of an instance name embedded stores and a missing mail server', () => {
  expect(instanceFacts(parseSettings({}))).toMatchObject({
    control_database: 'SQLite',
    analytics_engine: 'embedded ClickHouse',
    mail: 'none',
  })
})
