import {
  Annotation,
  HealthReport,
  INTEGRATION_PROVIDERS,
  InstallationReport,
  Integration,
  LocalDate,
  ProxyReport,
} from '@footfall/core-domain'
import { z } from 'zod'
import { defineProductRead } from '../definition/operation.ts'
import { OnboardingReport, onboardingSteps } from '../onboarding.ts'
import { assertOrdered, reportScope } from '../report-input.ts'

export const health = defineProductRead({
  name: 'service_diagnostics_health',
  path: '/api/v1/stats/health',
  product: 'query',
  title: 'Check the health of collection',
  description:
    'Tells whether events arrive: the last one, today against the usual weekday, hours without events, what was rejected and why, and how far ingest lags (seconds). Ask this when a number looks too low.',
  query: {},
  output: HealthReport,
  async run(call) {
    return { data: await call.analytics.health(await reportScope(call, undefined)) }
  },
})

export const onboarding = defineProductRead({
  name: 'service_diagnostics_onboarding',
  path: '/api/v1/products/{product}/onboarding',
  product: 'path',
  title: 'Check onboarding',
  description: 'Lists the steps of setting a product up, which are done, and the evidence for each.',
  query: {},
  output: OnboardingReport,
  async run(call) {
    const scope = await reportScope(call, undefined)
    const [evidence, domains, apps, funnels, members] = await Promise.all([
      call.analytics.evidence(scope),
      call.store.settings.get(call.product.id, 'domains'),
      call.store.apps.list(call.product.id),
      call.store.funnels.list(call.product.id, { limit: 1 }),
      call.store.members.list(call.product.id, { limit: 2 }),
    ])
    const steps = onboardingSteps({
      evidence,
      hostnames: domains.domains.map((domain) => domain.hostname),
      apps: apps.map((app) => app.name),
      goals: scope.goals.map((goal) => goal.name),
      funnels: funnels.rows.map((funnel) => funnel.name),
      people: members.rows.length,
    })
    return { data: { complete: steps.every((step) => step.done || step.optional), steps } }
  },
})

export const installation = defineProductRead({
  name: 'service_diagnostics_installation',
  path: '/api/v1/products/{product}/installation',
  product: 'path',
  title: 'Check the installation',
  description:
    'For each hostname, registered or seen: whether the tracker was seen, its version, and the first and last event. Also returns the snippet to put on pages.',
  query: {},
  output: InstallationReport,
  async run(call) {
    const [scope, domains] = await Promise.all([
      reportScope(call, undefined),
      call.store.settings.get(call.product.id, 'domains'),
    ])
    return {
      data: {
        snippet: `<script defer data-product="${call.product.id}" src="${call.baseUrl}/js/footfall.js"></script>`,
        domains: await call.analytics.installation(
          scope,
          domains.domains.map((domain) => domain.hostname),
        ),
      },
    }
  },
})

export const proxyDiagnostics = defineProductRead({
  name: 'service_diagnostics_proxy',
  path: '/api/v1/products/{product}/proxy/diagnostics',
  product: 'path',
  title: 'Check the first-party proxy',
  description:
    'Tells whether events come through a proxy of the site’s own, on which hostnames, and whether visitors’ addresses arrive behind it.',
  query: {},
  output: ProxyReport,
  async run(call) {
    return { data: await call.analytics.proxy(await reportScope(call, undefined)) }
  },
})

export const listAnnotations = defineProductRead({
  name: 'service_diagnostics_annotations',
  path: '/api/v1/products/{product}/annotations',
  product: 'path',
  title: 'List annotations',
  description:
    'Lists the notes people pinned to days, such as launches and outages; they explain jumps in the numbers.',
  query: {
    from: LocalDate.optional().meta({ description: 'First day, YYYY-MM-DD; the first ever when absent.' }),
    to: LocalDate.optional().meta({ description: 'Last day, inclusive, YYYY-MM-DD; the last ever when absent.' }),
  },
  output: z.object({ annotations: z.array(Annotation) }),
  async run({ store, product }, { from, to }) {
    const range = { from: from ?? LocalDate.parse('1970-01-01'), to: to ?? LocalDate.parse('2148-12-31') }
    assertOrdered(range)
    return { data: { annotations: [...(await store.annotations.list(product.id, range))] } }
  },
})

export const listIntegrations = defineProductRead({
  name: 'service_diagnostics_integrations',
  path: '/api/v1/mcp/integrations',
  product: 'query',
  title: 'List integrations',
  description:
    'Lists the outside providers of a product and whether each is connected, not connected or failing. Connections are made in the dashboard.',
  query: {},
  output: z.object({ integrations: z.array(Integration) }),
  async run({ store, product }) {
    const known = await store.integrations.list(product.id)
    const integrations = INTEGRATION_PROVIDERS.map(
      (provider) =>
        known.find((integration) => integration.provider === provider) ?? {
          provider,
          status: 'not_connected' as const,
        },
    )
    return { data: { integrations } }
  },
})
