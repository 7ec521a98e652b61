import { CHART_PAGE, FUNNEL_PAGE, PREVIEW_PAGE } from './built-pages.ts'

/** The identifier of the extension MCP Apps (SEP-1865). */
export const UI_EXTENSION = 'io.modelcontextprotocol/ui'

/** How a page is marked, so that a host renders it in its sandbox. */
export const APP_MIME_TYPE = 'text/html;profile=mcp-app'

/** The pages request nothing from anywhere and need no permission of the browser. */
export const APP_META = { ui: { csp: {}, permissions: {}, prefersBorder: true } } as const

/** A page that a host shows beside the answer of a tool. It has no data: the host passes it the answer. */
export interface AppPage {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
  html(): string
}

export const CHART: AppPage = {
  uri: 'ui://footfall/chart',
  name: 'footfall_chart',
  title: 'Chart',
  description: 'Draws the answer of service_analytics_query: totals, a time series, a breakdown, or the overview.',
  html: () => CHART_PAGE,
}

export const FUNNEL: AppPage = {
  uri: 'ui://footfall/funnel',
  name: 'footfall_funnel',
  title: 'Funnel',
  description: 'Draws the answer of service_funnels_list: how many visitors reached each step.',
  html: () => FUNNEL_PAGE,
}

export const PREVIEW: AppPage = {
  uri: 'ui://footfall/preview',
  name: 'footfall_preview',
  title: 'Change',
  description: 'Shows the preview of a change, with its warnings, to approve or cancel.',
  html: () => PREVIEW_PAGE,
}

export const APP_PAGES: readonly AppPage[] = [CHART, FUNNEL, PREVIEW]
