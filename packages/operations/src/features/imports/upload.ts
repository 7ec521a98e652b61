import { ImportFormat, ImportSource } from '@footfall/core-domain'
import { z } from 'zod'
import { defineUpload } from '../../definition/upload.ts'
import { ImportView, importView, keptNow } from './import.ts'

const NAME_LENGTH_MAX = 255

export const uploadImport = defineUpload({
  name: 'dashboard_imports_upload',
  path: '/api/v1/products/{product}/imports/upload',
  title: 'Upload a file to import',
  activity: 'File uploaded',
  description:
    'Takes a file as the body and says what would come in. Nothing is imported before it is started. A file that waited before is replaced, and one that is not started within a day is deleted.',
  scope: 'settings:write',
  role: 'admin',
  query: {
    name: z.string().trim().min(1).max(NAME_LENGTH_MAX).meta({ description: 'Of the file.' }),
    source: ImportSource.optional().meta({ description: 'Whose file it is, where its content does not show it.' }),
    site: z.string().min(1).max(NAME_LENGTH_MAX).optional().meta({ description: 'Of an export of several sites.' }),
    format: ImportFormat.optional().meta({ description: 'Of a file of events, where its name does not show it.' }),
    skip_invalid: z
      .enum(['true', 'false'])
      .optional()
      .meta({ description: 'Whether invalid lines of a file of events are left out instead of rejecting the file.' }),
  },
  output: ImportView,
  errors: ['already_exists', 'quota_exceeded'],
  async run(call, { name, source, site, format, skip_invalid }) {
    const { uploads, product, upload } = call
    const file = { name, source, site, format, skipInvalid: skip_invalid === 'true', bytes: upload.bytes }
    const record = await uploads.receive(product.id, file, upload.body, upload.signal, (tx, { id, file_name }) =>
      call.audit(tx, { subject: id, summary: `Upload “${file_name}” to import it into “${product.name}”.` }),
    )
    return importView(record, await keptNow(call))
  },
})
