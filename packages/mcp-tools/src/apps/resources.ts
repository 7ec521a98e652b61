import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import { APP_META, APP_MIME_TYPE, APP_PAGES } from './pages.ts'

/** The pages as `resources/list` has them. Every credential may read them, since they have no data. */
export const APP_RESOURCES: ListResourcesResult['resources'] = APP_PAGES.map(({ uri, name, title, description }) => ({
  uri,
  name,
  title,
  description,
  mimeType: APP_MIME_TYPE,
  _meta: APP_META,
}))

/** A page as `resources/read` has it; undefined for any other resource. */
export function readApp(uri: string): ReadResourceResult | undefined {
  const page = APP_PAGES.find((known) => known.uri === uri)
  if (page === undefined) return undefined
  return { contents: [{ uri, mimeType: APP_MIME_TYPE, text: page.html(), _meta: APP_META }] }
}
