import {
  type AnnotationColor,
  type CrawlerSettings,
  type Domains,
  defaultSettings,
  type Events,
  type FunnelStep,
  type Preferences,
  type Role,
  type Segment,
  type Shields,
  TimeZone,
} from '@footfall/core-domain'
import type { z } from 'zod'

/** Kind of traffic of a demo product: a website with a signup funnel, documentation with an app, or none. */
export type DemoKind = 'website' | 'docs' | 'silent'

export interface DemoAnnotation {
  /** Days before the last day of the demo. */
  readonly daysAgo: number
  readonly title: string
  readonly note?: string
  readonly category?: string
  readonly color?: AnnotationColor
}

/** Control data of one demo product, without ids. */
export interface DemoProduct {
  readonly kind: DemoKind
  readonly name: string
  readonly timezone: TimeZone
  readonly domains: Domains
  readonly events: Events
  readonly preferences: Preferences
  readonly shields: Shields
  readonly crawlers: CrawlerSettings
  readonly funnels: readonly {
    readonly name: string
    readonly steps: readonly z.infer<typeof FunnelStep>[]
    readonly window_minutes: number
  }[]
  readonly segments: readonly Pick<Segment, 'name' | 'filters'>[]
  readonly annotations: readonly DemoAnnotation[]
  readonly apps: readonly {
    readonly platform: 'ios' | 'android' | 'macos' | 'windows' | 'linux' | 'other'
    readonly name: string
    readonly bundle_id: string
  }[]
}

/** A member of the demo team. The owner is the account that the demo signs in with. */
export interface DemoMember {
  readonly email: string
  readonly name: string
  readonly role: z.infer<typeof Role>
  readonly status: 'active' | 'invited'
}

export const DEMO_MEMBERS: readonly DemoMember[] = [
  { email: 'demo@example.com', name: 'Robin Demo', role: 'owner', status: 'active' },
  { email: 'noor@example.com', name: 'Noor Haddad', role: 'admin', status: 'active' },
  { email: 'emil@example.com', name: 'Emil Sørensen', role: 'editor', status: 'active' },
  { email: 'maya@example.com', name: 'Maya Iyer', role: 'viewer', status: 'active' },
  { email: 'luca@example.com', name: 'Luca Ferri', role: 'editor', status: 'invited' },
]

/** The day of the launch, in days before the last day. */
export const LAUNCH_DAYS_AGO = 24

const BERLIN = TimeZone.parse('Europe/Berlin')
const NEW_YORK = TimeZone.parse('America/New_York')
const website = defaultSettings(BERLIN)
const docs = defaultSettings(NEW_YORK)

export const DEMO_PRODUCTS: readonly DemoProduct[] = [
  {
    ...website,
    kind: 'website',
    name: 'Lumen Notes',
    timezone: BERLIN,
    domains: {
      domains: [
        { hostname: 'lumen-notes.example', primary: true },
        { hostname: 'www.lumen-notes.example', primary: false },
      ],
    },
    events: {
      ...website.events,
      events: [
        { name: 'Signup', label: 'Sign-up', kind: 'custom', goal: true, revenue: false },
        { name: 'Purchase', label: 'Purchase', kind: 'custom', goal: true, revenue: true },
        { name: 'Newsletter', label: 'Newsletter subscription', kind: 'custom', goal: true, revenue: false },
        {
          name: 'Visit pricing',
          label: 'Looked at prices',
          kind: 'pageview',
          path_pattern: '/pricing',
          goal: true,
          revenue: false,
        },
        { name: 'Download', label: 'Download', kind: 'custom', goal: false, revenue: false },
      ],
    },
    preferences: { ...website.preferences, currency: 'EUR', excluded_query_params: ['session', 'token'] },
    shields: {
      ...website.shields,
      addresses: [{ cidr: '203.0.113.0/24', note: 'Office' }],
      paths: [{ pattern: '/preview/*' }],
      referrers: [{ pattern: '*.spam.example' }],
    },
    crawlers: { ...website.crawlers, excluded_paths: ['/preview/*'] },
    funnels: [
      {
        name: 'From the front page to a purchase',
        steps: [
          { kind: 'page', match: '/' },
          { kind: 'page', match: '/pricing' },
          { kind: 'page', match: '/signup' },
          { kind: 'event', match: 'Signup' },
          { kind: 'event', match: 'Purchase' },
        ],
        window_minutes: 60 * 24,
      },
      {
        name: 'Blog readers who sign up',
        steps: [
          { kind: 'page', match: '/blog/*' },
          { kind: 'page', match: '/signup' },
          { kind: 'event', match: 'Signup' },
        ],
        window_minutes: 60 * 24 * 7,
      },
    ],
    segments: [
      { name: 'On phones', filters: [{ dimension: 'device', operator: 'is', values: ['mobile'] }] },
      {
        name: 'Saw prices and did not sign up',
        filters: [
          { dimension: 'page', operator: 'is', values: ['/pricing'], scope: 'visit' },
          { dimension: 'event', operator: 'is_not', values: ['Signup'], scope: 'visit' },
        ],
      },
    ],
    annotations: [
      {
        daysAgo: LAUNCH_DAYS_AGO,
        title: 'Version 2 launched',
        note: 'First on Hacker News and Product Hunt for the day.',
        category: 'Release',
        color: 'green',
      },
      { daysAgo: 61, title: 'Autumn campaign begins', note: 'Search ads and the newsletter.', category: 'Campaign' },
      { daysAgo: 8, title: 'Prices shown per month' },
    ],
    apps: [],
  },
  {
    ...docs,
    kind: 'docs',
    name: 'Lumen Docs & App',
    timezone: NEW_YORK,
    domains: { domains: [{ hostname: 'docs.lumen-notes.example', primary: true }] },
    events: {
      ...docs.events,
      events: [
        { name: 'Copy code', label: 'Copied an example', kind: 'custom', goal: false, revenue: false },
        { name: 'Search', label: 'Searched the docs', kind: 'custom', goal: false, revenue: false },
        { name: 'Feedback', label: 'Page feedback', kind: 'custom', goal: true, revenue: false },
        { name: 'Note created', label: 'Note created', kind: 'custom', goal: true, revenue: false },
      ],
    },
    preferences: {
      ...docs.preferences,
      currency: 'USD',
      week_starts_on: 'sunday',
      default_range: '90d',
      visitor_identity: 'identified',
    },
    funnels: [
      {
        name: 'From quick start to the API',
        steps: [
          { kind: 'page', match: '/quick-start' },
          { kind: 'page', match: '/install' },
          { kind: 'page', match: '/api/*' },
        ],
        window_minutes: 120,
      },
    ],
    segments: [{ name: 'API readers', filters: [{ dimension: 'page', operator: 'matches', values: ['/api/*'] }] }],
    annotations: [{ daysAgo: LAUNCH_DAYS_AGO, title: 'Version 2 documentation published' }],
    apps: [
      { platform: 'ios', name: 'Lumen for iPhone', bundle_id: 'example.lumen.notes' },
      { platform: 'android', name: 'Lumen for Android', bundle_id: 'example.lumen.notes.android' },
    ],
  },
  {
    ...defaultSettings(BERLIN),
    kind: 'silent',
    name: 'Side project (not installed yet)',
    timezone: BERLIN,
    domains: { domains: [{ hostname: 'side-project.example', primary: true }] },
    funnels: [],
    segments: [],
    annotations: [],
    apps: [],
  },
]
