import type { Response } from 'express'
import { languageOf } from './page-language.ts'
import { type Page, wordsIn } from './words.ts'

/** Sends a page in the language of the person who reads it. */
export function sendPage(res: Response, page: Page, status = 200): void {
  const words = wordsIn(languageOf(res))
  res.status(status).type('html').send(page(words))
}
