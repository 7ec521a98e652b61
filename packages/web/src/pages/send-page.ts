import type { Response } from 'express'

export function sendPage(res: Response, page: string, status = 200): void {
  res.status(status).type('html').send(page)
}
