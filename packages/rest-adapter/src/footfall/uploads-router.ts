import type { ImportUploads } from '@footfall/core-domain'
import { allowLongBody } from '@footfall/http-primitives'
import {
  DASHBOARD_UPLOADS,
  type Principal,
  type Services,
  type UploadOperation,
  type UploadServices,
  upload,
} from '@footfall/operations'
import type { RequestHandler, Router } from 'express'
import { admit } from '../gate.ts'
import { expressPath, sendJson } from '../http.ts'
import type { HttpHost } from '../http-host.ts'
import { queryDecoder, queryOf } from '../query-decoder.ts'
import type { AddedRoutes } from '../rest-router.ts'

interface UploadsRouterServices extends Services {
  /** Absent if the host takes no files. */
  readonly uploads?: ImportUploads
}

export function uploadRoutes(served: HttpHost<Principal>, services: UploadsRouterServices): readonly AddedRoutes[] {
  const { uploads } = services
  if (uploads === undefined) return []
  const add = (router: Router) => {
    for (const operation of DASHBOARD_UPLOADS)
      router.post(expressPath(operation.path), uploadHandler(operation, served, { ...services, uploads }))
  }
  return [{ paths: DASHBOARD_UPLOADS.map(({ path, method }) => ({ path, methods: [method] })), add }]
}

function uploadHandler(
  operation: UploadOperation,
  served: HttpHost<Principal>,
  services: UploadsRouterServices & UploadServices,
): RequestHandler {
  const decodeQuery = queryDecoder(operation.query)
  return async (req, res) => {
    const leaving = new AbortController()
    res.once('close', () => leaving.abort())
    try {
      const { principal, origin } = await admit(req, res, served)
      allowLongBody(req)
      const length = Number(req.headers['content-length'])
      const bytes = Number.isSafeInteger(length) ? length : undefined
      // A client that is still sending would not read the response if the connection ended with the iteration.
      const body = req.iterator({ destroyOnReturn: false })
      const file = { body, bytes, signal: leaving.signal }
      const input = { path: req.params, ...decodeQuery(queryOf(req)) }
      const data = await upload(operation, principal, input, services, { origin, file })
      sendJson(res, 201, { data, meta: {} })
    } finally {
      // The rest of a rejected file.
      req.resume()
    }
  }
}
