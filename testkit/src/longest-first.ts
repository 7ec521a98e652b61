import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest on two cores. If one of them started last, the other worker would be idle. */
const LONGEST = [
  'e2e/src/dashboard-overview.test.ts',
  'e2e/src/packages.test.ts',
  'e2e/src/dashboard-filters.test.ts',
  'e2e/src/dashboard-home.test.ts',
  'e2e/src/shared-links.test.ts',
  'packages/analytics/src/answer/states.test.ts',
  'packages/analytics/src/reports/cluster-reports.test.ts',
  'apps/admin-cli/src/effects.test.ts',
  'e2e/src/dashboard-account.test.ts',
  'e2e/src/confirmed-writes.test.ts',
  'packages/analytics/src/answer/properties.test.ts',
  'packages/operations/src/calls/writes.test.ts',
  'e2e/src/dashboard-settings.test.ts',
  'e2e/src/mcp.test.ts',
  'e2e/src/move.test.ts',
  'packages/analytics/src/answer/stats.test.ts',
  'docs/tools/src/tutorial.test.ts',
  'packages/analytics/src/reports/journeys.test.ts',
  'e2e/src/dashboard-breakdowns.test.ts',
  'e2e/src/deliveries.test.ts',
  'e2e/src/bundle.test.ts',
  'e2e/src/test-command.test.ts',
  'e2e/src/imports.test.ts',
  'e2e/src/survival.test.ts',
  'e2e/src/mcp-apps.test.ts',
  'e2e/src/replicas.test.ts',
  'e2e/src/oauth-server-package.test.ts',
  'e2e/src/disk-full.test.ts',
  'e2e/src/sign-in-factors.test.ts',
  'e2e/src/dashboard-connections.test.ts',
  'e2e/src/deploy/dockerfile.test.ts',
  'e2e/src/deploy/outage-routing.test.ts',
  'packages/analytics/src/closing/close-days.test.ts',
  'packages/mcp-tools/src/writes/writes.test.ts',
  'e2e/src/contributing.test.ts',
  'e2e/src/first-run.test.ts',
  'e2e/src/languages.test.ts',
  'e2e/src/release/release.test.ts',
]

function rank({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place === -1 ? LONGEST.length : place
}

/** Starts the longest test files first and keeps the others in the order of Vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
