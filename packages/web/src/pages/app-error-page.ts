import type { ErrorView } from '@footfall/oauth-server'
import { html } from './html.ts'
import { layout } from './layout.ts'
import type { Page } from './words.ts'

/**
 * That an application cannot be connected, and what to do. The detail is an error of the protocol, for the people who build the
 * application, and is in English.
 */
export function appErrorPage({ title, detail }: Pick<ErrorView, 'title' | 'detail'>): Page {
  return (words) => {
    const { language, say } = words
    const heading = language === 'en' ? title : say('app_error.title')
    return layout(
      words,
      heading,
      html`<h1>${heading}</h1>
<p lang="en">${detail}</p>
<p>${say('app_error.next')}</p>
<p><a href="/">${say('not_found.products')}</a></p>`,
    )
  }
}
