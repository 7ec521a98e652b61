import { ResetNotOpen, requestPasswordReset, resetPassword } from '@footfall/accounts'
import { Email, InvalidRequest, type Keyring } from '@footfall/core-domain'
import { keepUncompressed, requestId } from '@footfall/http-primitives'
import { Router } from 'express'
import { pageErrors } from '../pages/page-errors.ts'
import { allowOwnScript, pageHeaders } from '../pages/page-headers.ts'
import {
  forgotPasswordPage,
  linkRequestedPage,
  noMailPage,
  passwordResetPage,
  resetPasswordPage,
} from '../pages/recovery-pages.ts'
import { sendPage } from '../pages/send-page.ts'
import { said } from '../pages/words.ts'
import { ownForm } from './own-form.ts'
import { countTry, passwordsOnly, type SignInServices } from './services.ts'

export interface RecoveryServices extends SignInServices {
  /** Authenticates the codes in the links. */
  readonly key: Keyring
  /** Whether the service can send email. */
  readonly sendsMail: boolean
}

const PATHS = ['/forgot-password', '/reset-password']
/** A code has an id and 43 characters. */
const CODE_LENGTH_MAX = 128

/** Pages to reset a forgotten password by a link in an email. They work without JavaScript. */
export function recoveryRouter(services: RecoveryServices): Router {
  const { cookie, sendsMail } = services
  const router = Router()
  router.use(PATHS, pageHeaders, passwordsOnly(services))
  // The script removes the code from the URL.
  router.use('/reset-password', allowOwnScript, (_req, res, next) => {
    // The page holds the code of the link.
    keepUncompressed(res)
    next()
  })

  router.get('/forgot-password', (_req, res) => {
    sendPage(res, sendsMail ? forgotPasswordPage({}) : noMailPage)
  })

  router.post('/forgot-password', async (req, res) => {
    const form = await ownForm(req, services)
    await countTry(req, 'forgot_password', services)
    if (!sendsMail) return sendPage(res, noMailPage)
    const email = Email.safeParse(form.get('email') ?? '')
    if (!email.success) {
      const page = forgotPasswordPage({ email: form.get('email') ?? '', problem: said('forgot.email_missing') })
      return sendPage(res, page, 400)
    }
    await requestPasswordReset(services, { email: email.data, address: req.ip, request_id: requestId(res) })
    return sendPage(res, linkRequestedPage)
  })

  router.get('/reset-password', (_req, res) => {
    sendPage(res, resetPasswordPage({}))
  })

  router.post('/reset-password', async (req, res) => {
    const form = await ownForm(req, services)
    await countTry(req, 'reset_password', services)
    const code = (form.get('code') ?? '').trim().slice(0, CODE_LENGTH_MAX)
    try {
      const origin = { address: req.ip, request_id: requestId(res) }
      await resetPassword(services, { code, password: form.get('password') ?? '' }, origin)
    } catch (error) {
      if (error instanceof ResetNotOpen)
        return sendPage(res, resetPasswordPage({ problem: said('reset.not_open') }), 403)
      if (error instanceof InvalidRequest) return sendPage(res, resetPasswordPage({ code, errors: error.errors }), 400)
      throw error
    }
    cookie.clear(res)
    return sendPage(res, passwordResetPage)
  })

  router.use(PATHS, pageErrors(services.log, services.clock))
  return router
}
