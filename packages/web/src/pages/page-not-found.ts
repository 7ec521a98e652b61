import type { RequestHandler } from 'express'
import { html } from './html.ts'
import { layout } from './layout.ts'
import { pageHeaders } from './page-headers.ts'
import { sendPage } from './send-page.ts'
import type { Page } from './words.ts'

/**
 * Answers a browser that opens an address without a page. A request that does not prefer HTML goes on to the problem document:
 * programs send no `Accept`, or one that takes anything.
 */
export const pageNotFound: RequestHandler = (req, res, next) => {
  res.vary('Accept')
  const isPage = req.method === 'GET' || req.method === 'HEAD'
  if (!isPage || req.accepts(['application/problem+json', 'text/html']) !== 'text/html') return next()
  pageHeaders(req, res, () => {
    sendPage(res, notFoundPage, 404)
  })
}

const notFoundPage: Page = (words) => {
  const { say } = words
  return layout(
    words,
    say('not_found.title'),
    html`<h1>${say('not_found.title')}</h1>
<p>${say('not_found.hint')}</p>
<p><a href="/">${say('not_found.products')}</a></p>`,
  )
}
