import { expect, it } from 'vitest'
import { appErrorPage } from './app-error-page.ts'
import { errorTexts } from './error-texts.ts'
import { wordsIn } from './words.ts'

const FAILURE = { title: 'This app cannot be connected', detail: 'The request must have redirect_uri exactly once.' }

it('the page of an app that cannot be connected says in the language of the reader what to do next', () => {
  const page = appErrorPage(FAILURE)
  expect(page(wordsIn('en'))).toContain(`<h1>${FAILURE.title}</h1>`)
  expect(page(wordsIn('en'))).toContain('Go back to the app and connect it again.')
  const german = page(wordsIn('de'))
  expect(german).toContain('<h1>Diese App kann nicht verbunden werden</h1>')
  expect(german).toContain(`<p lang="en">${FAILURE.detail}</p>`)
  expect(german).toContain('Geh zurück zur App und verbinde sie noch einmal.')
  expect(german).toContain('<a href="/">Zu deinen Produkten</a>')
})

it('the error page of an unknown address does not speak of a credential, and says what to try', () => {
  const problem = { code: 'not_found', title: 'Not found', detail: 'Nothing that this credential may see.' }
  const { detail } = errorTexts(wordsIn('en'), problem)
  expect(detail).not.toContain('credential')
  expect(detail).toContain('Copy the whole link and open it again.')
})
