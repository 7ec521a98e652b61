import {
  DASHBOARD_OPERATIONS,
  errorsOf,
  FOOTFALL_IDENTITY,
  INTAKE_OPERATIONS,
  type IntakeOperation,
  OPERATIONS,
  type Operation,
} from '@footfall/operations'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { type DocumentAdditions, documentOf, json, type OpenApiDocument } from '../openapi.ts'
import { NAMED_SCHEMAS } from './schemas.ts'

/** What the document of Footfall has in addition to its operations. */
export const FOOTFALL_DOCUMENT: DocumentAdditions = {
  license: { name: 'MIT', identifier: 'MIT' },
  securitySchemes: {
    accountToken: { type: 'http', scheme: 'bearer', description: 'An account token, `jt_…`.' },
    websiteKey: { type: 'http', scheme: 'bearer', description: 'A Website API key of one product, `jk_…`.' },
  },
  securityOf: ({ allowedPrincipals }: Operation) =>
    allowedPrincipals.has('website_key') ? ['accountToken', 'websiteKey'] : ['accountToken'],
  // The tag of `service_products_list` is `products`.
  tagOf: ({ name }) => name.split('_')[1] ?? 'service',
  tags: ['intake'],
  schemas: NAMED_SCHEMAS,
  addedPaths: (problems) =>
    Object.fromEntries(INTAKE_OPERATIONS.map((intake) => [intake.path, { post: intakeObject(intake, problems) }])),
}

/** Errors that only a session can get. */
const FOR_SESSIONS: ReadonlySet<string> = new Set(['reauthentication_required', 'second_factor_required'])

/** The error codes of an operation in documents for machines. */
export const errorsForMachines = (operation: Operation): readonly string[] =>
  errorsOf(operation).filter((code) => !FOR_SESSIONS.has(code))

/** The OpenAPI 3.1 document of Footfall. */
export function openApiDocument(baseUrl: string, operations: readonly Operation[] = OPERATIONS): OpenApiDocument {
  return documentOf({ ...FOOTFALL_IDENTITY, errorsOf: errorsForMachines, operations, baseUrl }, FOOTFALL_DOCUMENT)
}

/** The same document with the operations for sessions; the client of the dashboard is generated from it. */
export function dashboardApiDocument(baseUrl: string): OpenApiDocument {
  const operations = [...OPERATIONS, ...DASHBOARD_OPERATIONS]
  return documentOf({ ...FOOTFALL_IDENTITY, operations, baseUrl }, FOOTFALL_DOCUMENT)
}

function intakeObject(
  intake: IntakeOperation,
  problems: (codes: readonly string[]) => ZodOpenApiOperationObject['responses'],
): ZodOpenApiOperationObject {
  const answers = Object.entries(intake.answers).map(([status, { description, body }]) => [
    status as `2${number}`,
    json(description, body),
  ])
  return {
    operationId: intake.name,
    summary: intake.title,
    description: intake.description,
    tags: ['intake'],
    security: intake.credential === 'none' ? [] : [{ websiteKey: [] }],
    requestBody: { required: true, content: { 'application/json': { schema: intake.documented ?? intake.input } } },
    responses: { ...Object.fromEntries(answers), ...problems(intake.errors) },
  }
}
