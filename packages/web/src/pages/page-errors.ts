import type { Clock } from '@footfall/core-domain'
import type { ErrorLog } from '@footfall/kernel'
import { errorHandler } from '@footfall/operations'
import { errorTexts } from './error-texts.ts'
import { languageOf } from './page-language.ts'
import { messagePage } from './sign-in-pages.ts'
import { wordsIn } from './words.ts'

/** Answers an error with a page, and with the status and headers that it has in the REST API. */
export function pageErrors(log: ErrorLog, clock: Clock) {
  return errorHandler(log, clock, (res, problem) => {
    const words = wordsIn(languageOf(res))
    const { title, detail } = errorTexts(words, problem)
    res.setHeader('Content-Type', 'text/html; charset=utf-8')
    res.end(messagePage(words, title, detail))
  })
}
