import { defineRead } from '../../definition/index.ts'
import { reportScope } from '../../inputs/report-input.ts'
import { OnboardingReport, onboardingSteps } from './onboarding-steps.ts'

export const onboarding = defineRead({
  name: 'service_diagnostics_onboarding',
  path: '/api/v1/products/{product}/onboarding',
  title: 'Check onboarding',
  description: 'Lists the steps of the setup of a product, whether each is done, and the evidence.',
  scope: 'diagnostics:read',
  product: 'path',
  role: 'viewer',
  output: OnboardingReport,
  // The version of the tracker comes from events.
  writtenByVisitors: ['steps[].evidence'],
  async run(call) {
    const scope = await reportScope(call, undefined)
    const [evidence, domains, apps, funnels, members] = await Promise.all([
      call.reports().evidence(scope),
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
