import type { RequestHandler } from 'express'
import { html } from './html.ts'
import { layout } from './layout.ts'
import { pageHeaders } from './page-headers.ts'
import { sendPage } from './send-page.ts'

/**
 * Answers a browser that opens an address without a page. A request that does not prefer HTML goes on to the problem document:
 * programs send no `Accept`, or one that takes anything.
 */
export const pageNotFound: RequestHandler = (req, res, next) => {
  res.vary('Accept')
  const isPage = req.method === 'GET' || req.method === 'HEAD'
  if (!isPage || req.accepts(['application/problem+json', 'text/html']) !== 'text/html') return next()
  pageHeaders(req, res, () => {
    sendPage(res, PAGE, 404)
  })
}

const PAGE = layout(
  'Page not found',
  html`<h1>Page not found</h1>
<p>There is no page at this address.</p>
<p><a href="/">Go to your products</a></p>`,
)
