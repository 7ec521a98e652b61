import type { ImportUploads } from '@footfall/core-domain'
import { allowLongBody, requestId } from '@footfall/http-primitives'
import {
  DASHBOARD_UPLOADS,
  type Services,
  type UploadOperation,
  type UploadServices,
  upload,
} from '@footfall/operations'
import type { RequestHandler, Router } from 'express'
import { admit, channelOf, type GateServices } from './gate.ts'
import { sendJson } from './http.ts'
import { expressPath } from './operations-router.ts'
import { queryDecoder, queryOf } from './query-decoder.ts'

export interface UploadsRouterServices extends Services, GateServices {
  /** Absent if the host takes no files. */
  readonly uploads?: ImportUploads
}

/** Adds one route per upload. */
export function addUploads(router: Router, services: UploadsRouterServices): void {
  const { uploads } = services
  if (uploads === undefined) return
  for (const operation of DASHBOARD_UPLOADS)
    router.post(expressPath(operation.path), uploadHandler(operation, { ...services, uploads }))
}

function uploadHandler(operation: UploadOperation, services: UploadsRouterServices & UploadServices): RequestHandler {
  const decodeQuery = queryDecoder(operation.query)
  return async (req, res) => {
    const leaving = new AbortController()
    res.once('close', () => leaving.abort())
    try {
      const principal = await admit(req, res, services)
      allowLongBody(req)
      const origin = { channel: channelOf(principal), address: req.ip, requestId: requestId(res) } as const
      const length = Number(req.headers['content-length'])
      const bytes = Number.isSafeInteger(length) ? length : undefined
      // Whoever is still sending would not read the answer if the connection ended with the iteration.
      const body = req.iterator({ destroyOnReturn: false })
      const file = { body, bytes, signal: leaving.signal }
      const input = { path: req.params, ...decodeQuery(queryOf(req)) }
      const data = await upload(operation, principal, input, services, { origin, file })
      sendJson(res, 201, { data, meta: {} })
    } finally {
      // The rest of a refused file.
      req.resume()
    }
  }
}
