import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest on two cores. If one of them started last, the other worker would be idle. */
const LONGEST = [
  'e2e/src/contributing.test.ts',
  'e2e/src/packages.test.ts',
  'packages/operations/src/features/alerts/simulated-month.test.ts',
  'e2e/src/dashboard-overview.test.ts',
  'packages/analytics/src/answer/states.test.ts',
  'e2e/src/dashboard-filters.test.ts',
  'packages/analytics/src/answer/several-products.test.ts',
  'e2e/src/release/release.test.ts',
  'e2e/src/deploy/dockerfile.test.ts',
  'e2e/src/test-command.test.ts',
  'e2e/src/tasks/tasks.test.ts',
  'packages/analytics/src/answer/breakdowns.test.ts',
  'packages/analytics/src/reports/cluster-reports.test.ts',
  'e2e/src/dashboard-layout.test.ts',
  'packages/analytics/src/answer/closed-days.test.ts',
  'packages/analytics/src/answer/imported-days.test.ts',
  'e2e/src/approvals.test.ts',
  'apps/admin-cli/src/effects.test.ts',
  'packages/analytics/src/closing/killed-closing.test.ts',
  'packages/operations/src/calls/writes.test.ts',
  'packages/analytics/src/answer/properties.test.ts',
  'packages/operate/src/imports/uploads.test.ts',
  'packages/analytics/src/export/event-export.test.ts',
  'e2e/src/languages.test.ts',
  'e2e/src/dashboard-breakdowns.test.ts',
  'packages/ingest/src/vendor-exports/bad-exports.test.ts',
  'e2e/src/bundle.test.ts',
  'e2e/src/dashboard-home.test.ts',
  'e2e/src/replicas.test.ts',
  'e2e/src/backup-running.test.ts',
  'e2e/src/dashboard-connections.test.ts',
  'packages/analytics/src/answer/stats.test.ts',
  'e2e/src/oauth-server-package.test.ts',
  'e2e/src/move.test.ts',
  'e2e/src/dashboard-settings.test.ts',
  'e2e/src/backup.test.ts',
  'packages/tracker/src/frameworks.test.ts',
  'e2e/src/mcp.test.ts',
  'packages/ingest/src/import/import-threads.test.ts',
  'packages/mcp-tools/src/writes/question.test.ts',
  'apps/admin-cli/src/progress.test.ts',
  'packages/ingest/src/vendor-exports/hostile-exports.test.ts',
  'e2e/src/command-line-remote.test.ts',
  'e2e/src/imports.test.ts',
  'e2e/src/confirmed-writes.test.ts',
  'eval/src/eval.test.ts',
  'e2e/src/survival.test.ts',
  'e2e/src/deploy/outage-routing.test.ts',
  'packages/analytics/src/answer/held-days.test.ts',
  'e2e/src/deliveries.test.ts',
  'e2e/src/published-clients.test.ts',
  'packages/mcp-tools/src/writes/writes.test.ts',
  'e2e/src/disk-full.test.ts',
  'e2e/src/shared-links.test.ts',
  'e2e/src/dashboard-approvals.test.ts',
  'apps/admin-cli/src/commands/backup.test.ts',
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
