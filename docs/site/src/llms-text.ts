import { fileOf } from './addresses.ts'
import type { NavigationGroup } from './navigation.ts'

const SUMMARY =
  'Web analytics that people and their agents can be given the keys to: visits without cookies, answers over REST and MCP, and every change previewed, confirmed and executed once.'

/**
 * The documentation for agents: one list of its pages as Markdown. The addresses begin with `/docs/`, where a service serves
 * them, since the same file is also at the root of the service.
 */
export function llmsText(
  navigation: readonly NavigationGroup[],
  pages: readonly string[],
  titleOf: (source: string) => string,
): string {
  const listed = new Set(navigation.flatMap(({ entries }) => entries.map(({ source }) => source)))
  const line = (source: string, label: string) => `- [${label}](/docs/${fileOf(source, 'md')})`
  const groups = navigation.map(({ heading, entries }) => {
    const lines = new Map(entries.map(({ source, label }) => [source, line(source, label)]))
    return `## ${heading === '' ? 'Start here' : heading}\n\n${[...lines.values()].join('\n')}`
  })
  const others = pages.filter((source) => !listed.has(source) && source !== 'docs/README.md')
  const optional = `## Optional\n\n${others.map((source) => line(source, titleOf(source))).join('\n')}`
  const service =
    '## This service\n\n- [OpenAPI 3.1 description of every route](/openapi.json)\n- MCP endpoint: `/api/mcp`'
  return `# Footfall\n\n> ${SUMMARY}\n\n${[...groups, service, optional].join('\n\n')}\n`
}
